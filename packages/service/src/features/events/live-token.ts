import { isSignature, signText } from "../../platform/crypto/signed-text.ts";
import type { Store } from "../stores/store.ts";

const LIFETIME_SECONDS = 60;
const TOKEN = /^(\d{10})\.([\w-]{43})$/;
const SIGNATURE_LENGTH = 43;

/** A token that opens the streams of one shopper for a minute. Unlike a sessionid it may be part of a URL. */
export function mintLiveToken(store: Store, regid: string, nowMs: number) {
  const expires = Math.floor(nowMs / 1000) + LIFETIME_SECONDS;
  const signature = signText(store.keys.session, signedText(regid, expires), SIGNATURE_LENGTH);
  return { token: `${expires}.${signature}`, expiresInSeconds: LIFETIME_SECONDS };
}

export function isLiveToken(store: Store, regid: string, token: string, nowMs: number) {
  const [, expires, signature] = TOKEN.exec(token) ?? [];
  if (!expires || !signature || Number(expires) * 1000 < nowMs) return false;
  return isSignature(store.keys.session, signedText(regid, Number(expires)), signature, SIGNATURE_LENGTH);
}

const signedText = (regid: string, expires: number) => `live:${regid}:${expires}`;
