import { deriveKey } from "../../../platform/crypto/seal.ts";
import { isSignature, signText } from "../../../platform/crypto/signed-text.ts";
import type { StoreId } from "../../../platform/ids.ts";

export type HookKind = "mail" | "sms";

/** The webhook addresses that providers report to. The token in each is derived from the master secret: it cannot be
 *  guessed and is not stored. */
export type Hooks = {
  urlOf(kind: HookKind, store: { readonly id: StoreId; readonly pid: string }): string;
  isToken(kind: HookKind, storeId: StoreId, token: string): boolean;
};

const TOKEN_LENGTH = 32;

export function createHooks(masterSecret: string, publicUrl: string): Hooks {
  const key = deriveKey(masterSecret, "hooks");
  const textOf = (kind: HookKind, storeId: StoreId) => `${kind}:${storeId}`;
  return {
    urlOf: (kind, { id, pid }) =>
      `${publicUrl}/hooks/${kind}/${encodeURIComponent(pid)}?token=${signText(key, textOf(kind, id), TOKEN_LENGTH)}`,
    isToken: (kind, storeId, token) => isSignature(key, textOf(kind, storeId), token, TOKEN_LENGTH),
  };
}
