import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

/** Encrypts values in the database that must not be readable from a copy of it. */
export type Seal = { seal(plain: Buffer): Buffer; open(sealed: Buffer): Buffer };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for one purpose from a secret that serves several. */
export const deriveKey = (secret: string | Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", secret, "keepsake", purpose, 32)));

export function createSeal(masterSecret: string): Seal {
  const key = deriveKey(masterSecret, "seal");
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw new Error(
          "KEEPSAKE_SECRET is not the one that this database was written with. Start with the old secret.",
          {
            cause,
          },
        );
      }
    },
  };
}
