import { createHmac, timingSafeEqual } from "node:crypto";
import type { Store } from "../stores/store.ts";

const LIFETIME_SECONDS = 60;
const TOKEN = /^(\d{10})\.([\w-]{43})$/;

/** A token that opens the streams of one shopper for a minute. Unlike a sessionid it may be part of a URL. */
export function mintLiveToken(store: Store, regid: string, nowMs: number) {
  const expires = Math.floor(nowMs / 1000) + LIFETIME_SECONDS;
  return {
    token: `${expires}.${sign(store, regid, expires).toString("base64url")}`,
    expiresInSeconds: LIFETIME_SECONDS,
  };
}

export function isLiveToken(store: Store, regid: string, token: string, nowMs: number) {
  const [, expires, signature] = TOKEN.exec(token) ?? [];
  if (!expires || !signature || Number(expires) * 1000 < nowMs) return false;
  return timingSafeEqual(Buffer.from(signature, "base64url"), sign(store, regid, Number(expires)));
}

const sign = (store: Store, regid: string, expires: number) =>
  createHmac("sha256", store.keys.session).update(`live:${regid}:${expires}`).digest();
