import { createHmac, randomFillSync, timingSafeEqual } from "node:crypto";
import type { Store } from "../../stores/store.ts";
import type { Regid } from "../regid.ts";

/** The content of a session token whose signature is valid. */
export type Session = {
  /** 48 random bits. */
  readonly id: string;
  /** Whether the session is valid only while the table `sessions` has a row for it. */
  readonly isStored: boolean;
  readonly regid: Regid;
  readonly issuedAt: number;
  readonly storeEpoch: number;
  readonly shopperEpoch: number;
};

// Bytes: version 1 | issued at 4 | store epoch 4 | shopper epoch 4 | nonce 6 | regid 16 | signature 16
const SIGNED_BYTES = 35;
const TOKEN_BYTES = 51;
const TOKEN_TEXT = /^[\w-]{68}$/;
/** The version tells whether the session has a row. */
const SIGNED = 1;
const STORED = 2;

/** A session is signed: no query is needed to check its signature, and it ends when the epoch of the store or of the
 *  shopper is raised. */
export function mintSession(
  store: Store,
  regid: Regid,
  shopperEpoch: number,
  nowMs: number,
  { isStored = false } = {},
): string {
  const token = Buffer.allocUnsafe(TOKEN_BYTES);
  token[0] = isStored ? STORED : SIGNED;
  token.writeUInt32BE(Math.floor(nowMs / 1000), 1);
  token.writeUInt32BE(store.sessionEpoch, 5);
  token.writeUInt32BE(shopperEpoch, 9);
  randomFillSync(token, 13, 6);
  token.write(regid, 19, 16, "hex");
  sign(store, token).copy(token, SIGNED_BYTES, 0, TOKEN_BYTES - SIGNED_BYTES);
  return token.toString("base64url");
}

/** Returns undefined when the token was not signed with this store's secret. */
export function readSession(store: Store, text: string): Session | undefined {
  if (!TOKEN_TEXT.test(text)) return undefined;
  const token = Buffer.from(text, "base64url");
  const signature = sign(store, token).subarray(0, TOKEN_BYTES - SIGNED_BYTES);
  if (!timingSafeEqual(token.subarray(SIGNED_BYTES), signature)) return undefined;
  if (token[0] !== SIGNED && token[0] !== STORED) return undefined;
  return {
    id: String(token.readUIntBE(13, 6)),
    isStored: token[0] === STORED,
    regid: token.toString("hex", 19, SIGNED_BYTES) as Regid,
    issuedAt: token.readUInt32BE(1) * 1000,
    storeEpoch: token.readUInt32BE(5),
    shopperEpoch: token.readUInt32BE(9),
  };
}

const sign = (store: Store, token: Buffer) =>
  createHmac("sha256", store.keys.session).update(token.subarray(0, SIGNED_BYTES)).digest();
