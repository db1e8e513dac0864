import { createHmac, randomFillSync, timingSafeEqual } from "node:crypto";
import type { Store } from "../../stores/store.ts";
import type { Regid } from "../regid.ts";

/** What a sessionid says once its signature holds. */
export type Session = {
  readonly regid: Regid;
  readonly issuedAt: number;
  readonly storeEpoch: number;
  readonly shopperEpoch: number;
};

// version 1 | issued 4 | store epoch 4 | shopper epoch 4 | nonce 6 | regid 16 | signature 16
const SIGNED_BYTES = 35;
const TOKEN_BYTES = 51;
const WIRE = /^[\w-]{68}$/;
const VERSION = 1;

/** A session is signed, not stored: it is checked without a query and ends when one of its epochs does. */
export function mintSession(store: Store, regid: Regid, shopperEpoch: number, nowMs: number): string {
  const token = Buffer.allocUnsafe(TOKEN_BYTES);
  token[0] = VERSION;
  token.writeUInt32BE(Math.floor(nowMs / 1000), 1);
  token.writeUInt32BE(store.sessionEpoch, 5);
  token.writeUInt32BE(shopperEpoch, 9);
  randomFillSync(token, 13, 6);
  token.write(regid, 19, 16, "hex");
  sign(store, token).copy(token, SIGNED_BYTES, 0, TOKEN_BYTES - SIGNED_BYTES);
  return token.toString("base64url");
}

/** Nothing where the text was not signed by this store. */
export function readSession(store: Store, text: string): Session | undefined {
  if (!WIRE.test(text)) return undefined;
  const token = Buffer.from(text, "base64url");
  const signature = sign(store, token).subarray(0, TOKEN_BYTES - SIGNED_BYTES);
  if (!timingSafeEqual(token.subarray(SIGNED_BYTES), signature) || token[0] !== VERSION) return undefined;
  return {
    regid: token.toString("hex", 19, SIGNED_BYTES) as Regid,
    issuedAt: token.readUInt32BE(1) * 1000,
    storeEpoch: token.readUInt32BE(5),
    shopperEpoch: token.readUInt32BE(9),
  };
}

const sign = (store: Store, token: Buffer) =>
  createHmac("sha256", store.keys.session).update(token.subarray(0, SIGNED_BYTES)).digest();
