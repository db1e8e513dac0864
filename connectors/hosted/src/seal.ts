import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from "node:crypto";

/** What a sealed value is and whose it is. A value that is moved to another row or column does not open there. */
export type SealContext = {
  readonly purpose: "keepsake-key" | "identity-secret" | "tokens" | "request";
  readonly owner: string;
};

/** Encrypts what must not be readable from a copy of the database. */
export type Seal = {
  /** The first bytes of what this seals: they say with which secret. */
  readonly keyId: Buffer;
  seal(plain: string, context: SealContext): Buffer;
  /** Throws when the value was sealed with another secret, for another context, or was changed. */
  open(sealed: Buffer, context: SealContext): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 8;

/** Seals with the first secret and opens what any of them sealed, so that a secret can be replaced. */
export function createSeal(secrets: readonly [string, ...string[]]): Seal {
  const [first] = secrets;
  return {
    keyId: keyId(first),
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(first, context), nonce).setAAD(associatedData(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([keyId(first), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const id = sealed.subarray(0, KEY_ID_BYTES);
      const secret = secrets.find((one) => keyId(one).equals(id));
      if (secret === undefined || sealed.length < KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES) throw unknownSecret();
      const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
      const tagEnd = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, context), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(associatedData(context)).setAuthTag(sealed.subarray(tagEnd - TAG_BYTES, tagEnd));
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString("utf8");
    },
  };
}

/** Derives a key for one purpose from a secret that serves several. */
export const deriveKey = (secret: string, purpose: string) =>
  createSecretKey(Buffer.from(hkdfSync("sha256", secret, "keepsake-connectors", purpose, 32)));

const keyFor = (secret: string, { purpose }: SealContext) => deriveKey(secret, `seal:${purpose}`);
const associatedData = ({ purpose, owner }: SealContext) => Buffer.from(`${purpose}:${owner}`);
const keyId = (secret: string) =>
  createHash("sha256").update(deriveKey(secret, "seal:id").export()).digest().subarray(0, KEY_ID_BYTES);

const unknownSecret = () =>
  new Error(
    "CONNECTOR_SECRET does not contain the secret that this database was written with. Set CONNECTOR_SECRET=new,old " +
      "and start the app once.",
  );
