import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Email } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { badRegid, invalidUuid } from "./errors.ts";

declare const brand: unique symbol;
/** Identifies a guest or an account of one store, and proves nothing. 16 bytes: hex in the service and the database,
 *  base64url for clients. */
export type Regid = string & { readonly [brand]: "Regid" };

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const REGID_TEXT = /^[\w-]{22}$/;
const BODY_BYTES = 12;
const GUEST_BIT = 1;

export function toUuid(text: string) {
  const uuid = text.trim().toLowerCase();
  if (!UUID_V4.test(uuid)) throw invalidUuid();
  return uuid;
}

/** An HMAC with the store's secret: one email or uuid always gives the same regid, and only this service can compute it.
 *  The last four bytes are a checksum, so that an invented or foreign regid is refused without a query. */
export const accountRegid = (store: Store, email: Email) => keyed(store, `email:${email}`, 0);
export const guestRegid = (store: Store, uuid: string) => keyed(store, `uuid:${uuid}`, GUEST_BIT);

function keyed(store: Store, identity: string, guestBit: number) {
  const body = createHmac("sha256", store.keys.regid).update(identity).digest().subarray(0, BODY_BYTES);
  body[0] = ((body[0] ?? 0) & ~GUEST_BIT) | guestBit;
  return Buffer.concat([body, checkOf(store, body)]).toString("hex") as Regid;
}

const checkOf = (store: Store, body: Buffer) =>
  createHmac("sha256", store.keys.regid).update("check:").update(body).digest().subarray(0, 4);

/** The regid of a merged guest's row after a new guest got its regid. Only the guest's sessions, which have the epoch of
 *  that time, lead to it; no client knows it. */
export const formerRegid = (regid: Regid, epoch: number) => hash("sha256", `${regid}:${epoch}`).slice(0, 32) as Regid;

/** Whether this is the regid of a row whose person is being erased: half of it are zeros. No client has it. */
export const isErased = (regid: Regid) => regid.startsWith("0".repeat(16));

export const isGuest = (regid: Regid) => (Number.parseInt(regid.slice(0, 2), 16) & GUEST_BIT) === GUEST_BIT;

export const formatRegid = (regid: Regid) => Buffer.from(regid, "hex").toString("base64url");

/** Returns undefined when the text is not a regid of this store. */
export function parseRegid(store: Store, text: string): Regid | undefined {
  if (!REGID_TEXT.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const body = bytes.subarray(0, BODY_BYTES);
  return timingSafeEqual(bytes.subarray(BODY_BYTES), checkOf(store, body))
    ? (bytes.toString("hex") as Regid)
    : undefined;
}

export function getRegid(store: Store, text: string): Regid {
  const regid = parseRegid(store, text);
  if (!regid) throw badRegid();
  return regid;
}
