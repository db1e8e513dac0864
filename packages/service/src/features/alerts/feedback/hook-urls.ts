import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../../platform/crypto/seal.ts";
import type { StoreId } from "../../../platform/ids.ts";

export type HookKind = "mail" | "sms";

/** The webhook addresses that providers report to. The token in each is derived from the master secret: it cannot be
 *  guessed and is not stored. */
export type Hooks = {
  urlOf(kind: HookKind, store: { readonly id: StoreId; readonly pid: string }): string;
  isToken(kind: HookKind, storeId: StoreId, token: string): boolean;
};

export function createHooks(masterSecret: string, publicUrl: string): Hooks {
  const key = deriveKey(masterSecret, "hooks");
  const tokenOf = (kind: HookKind, storeId: StoreId) =>
    createHmac("sha256", key).update(`${kind}:${storeId}`).digest("base64url").slice(0, 32);
  return {
    urlOf: (kind, { id, pid }) => `${publicUrl}/hooks/${kind}/${encodeURIComponent(pid)}?token=${tokenOf(kind, id)}`,
    isToken(kind, storeId, token) {
      const [expected, given] = [Buffer.from(tokenOf(kind, storeId)), Buffer.from(token)];
      return given.length === expected.length && timingSafeEqual(expected, given);
    },
  };
}
