import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** `ks_<id>_<secret>_<crc>`, or `ks_test_…` for a test store: the id finds the row, the prefix lets secret scanners recognise a key, and the checksum
 *  detects typing errors without a query. */
const API_KEY = /^(ks_(?:test_)?([0-9A-Za-z]{8})_([0-9A-Za-z]{32}))_([0-9a-f]{8})$/;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const checksum = (body: string) => crc32(body).toString(16).padStart(8, "0");

function randomText(length: number) {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte. Larger bytes would make the first letters more frequent.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += BASE62[byte % 62];
  }
  return text;
}

export function newApiKey({ isTest = false }: { isTest?: boolean } = {}) {
  const id = randomText(8);
  const secret = randomText(32);
  const body = `${isTest ? "ks_test" : "ks"}_${id}_${secret}`;
  return { id, secret, text: `${body}_${checksum(body)}` };
}

export function parseApiKey(text: string) {
  const [, body = "", id, secret, crc] = API_KEY.exec(text) ?? [];
  if (!id || !secret || crc !== checksum(body)) return undefined;
  return { id, secret };
}

export type HashSecret = (secret: string) => Buffer;

/** A secret of 190 random bits needs no slow hash. Without the pepper, a stolen table cannot be used to check guesses. */
export const createHashSecret =
  (pepper: KeyObject): HashSecret =>
  (secret) =>
    createHmac("sha256", pepper).update(secret).digest();
