import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

/** The signature of a text, cut to `length` base64url characters (6 bits each). */
export const signText = (key: KeyObject, text: string, length: number): string =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, length);

/** Compares in constant time, so that a caller cannot measure how much of a guess was right. */
export function isSignature(key: KeyObject, text: string, signature: string, length: number): boolean {
  const [expected, given] = [Buffer.from(signText(key, text, length)), Buffer.from(signature)];
  return given.length === expected.length && timingSafeEqual(expected, given);
}
