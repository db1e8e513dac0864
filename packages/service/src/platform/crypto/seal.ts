import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

/** What a sealed value is and whom it belongs to. A value that is moved to another row or column does not open there. */
export type SealContext = {
  readonly purpose:
    | "store-secret"
    | "installation-key"
    | "answer"
    | "webhook-secret"
    | "erasure"
    | "sender"
    | "dkim-key"
    | "marketing"
    | "marketing-erasure";
  readonly owner: string | number;
};

/** Encrypts values in the database that must not be readable from a copy of it. */
export type Seal = {
  seal(plain: Buffer, context: SealContext): Buffer;
  /** Throws when the value was sealed with another secret, for another context, or was changed. */
  open(sealed: Buffer, context: SealContext): Buffer;
  tryOpen(sealed: Buffer, context: SealContext): Buffer | undefined;
  /** Every value that `seal` makes starts with these bytes, which name the format and the secret. */
  readonly header: Buffer;
};

type Secret = string | Buffer;

const FORMAT = Buffer.from("ks2");
const KEY_ID_BYTES = 8;
export const HEADER_BYTES = FORMAT.length + KEY_ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NOTHING = Buffer.alloc(0);

/** Derives a key for one purpose from a secret that serves several. */
export const deriveKey = (secret: Secret, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", secret, "keepsake", purpose, 32)));

const headerOf = (secret: Secret) =>
  Buffer.concat([FORMAT, deriveKey(secret, "seal:id").export().subarray(0, KEY_ID_BYTES)]);

/** Seals with the first secret and opens what any of them sealed, also in the format of 0.1, which had neither a header
 *  nor a context. */
export function createSeal(secrets: readonly [Secret, ...Secret[]]): Seal {
  const [first] = secrets;
  const header = headerOf(first);
  const tryOpen = (sealed: Buffer, context: SealContext) => {
    const secret = secrets.find((one) => hasHeader(sealed, headerOf(one)));
    return secret === undefined ? openOld(secrets, sealed) : openNew(secret, sealed, context);
  };
  return {
    header,
    seal: (plain, context) =>
      Buffer.concat([header, encrypt(keyFor(first, context), plain, associatedData(header, context))]),
    tryOpen,
    open(sealed, context) {
      const plain = tryOpen(sealed, context);
      if (!plain) throw unknownSecret();
      return plain;
    },
  };
}

export const hasHeader = (sealed: Buffer, header: Buffer) => sealed.subarray(0, header.length).equals(header);

/** Whether the value has the current format. Any secret may have sealed it. */
export const hasCurrentFormat = (sealed: Buffer) => hasHeader(sealed, FORMAT);

const openNew = (secret: Secret, sealed: Buffer, context: SealContext) =>
  decrypt(
    keyFor(secret, context),
    sealed.subarray(HEADER_BYTES),
    associatedData(sealed.subarray(0, HEADER_BYTES), context),
  );

function openOld(secrets: readonly Secret[], sealed: Buffer) {
  for (const secret of secrets) {
    const opened = decrypt(deriveKey(secret, "seal"), sealed, NOTHING);
    if (opened) return opened;
  }
  return undefined;
}

const keyFor = (secret: Secret, { purpose }: SealContext) => deriveKey(secret, `seal:${purpose}`);
const associatedData = (header: Buffer, { purpose, owner }: SealContext) =>
  Buffer.concat([header, Buffer.from(`${purpose}:${owner}`)]);

function encrypt(key: KeyObject, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(associated);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Returns undefined when the key or the associated data is another one, or a byte was changed. */
function decrypt(key: KeyObject, sealed: Buffer, associated: Buffer): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated);
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

export const unknownSecret = () =>
  new Error(
    "KEEPSAKE_SECRET does not contain the secret that this database was written with. To replace a secret, set " +
      "KEEPSAKE_SECRET=new,old, run `keepsake secret rotate`, and remove the old one only afterwards.",
  );
