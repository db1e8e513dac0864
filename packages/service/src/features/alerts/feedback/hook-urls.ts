import type { KeyObject } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import { isSignature, signText } from "../../../platform/crypto/signed-text.ts";
import type { Store } from "../../stores/store.ts";

export type HookKind = "mail" | "sms";

/** The webhook addresses that providers report to. The token in each is derived from a key of the installation and from the
 *  number of times it was replaced: it cannot be guessed and is not stored. */
export type Hooks = {
  urlOf(kind: HookKind, store: Pick<Store, "id" | "pid" | "hooks">): string;
  isToken(kind: HookKind, store: Pick<Store, "id" | "hooks">, token: string): boolean;
};

const TOKEN_LENGTH = 32;

export function createHooks(key: KeyObject, { publicUrl, clock }: { publicUrl: string; clock: Clock }): Hooks {
  // The first address has no number: it was given out before addresses could be replaced.
  const textOf = (kind: HookKind, { id }: Pick<Store, "id">, version: number) =>
    version === 0 ? `${kind}:${id}` : `${kind}:${id}:${version}`;
  return {
    urlOf: (kind, store) =>
      `${publicUrl}/hooks/${kind}/${encodeURIComponent(store.pid)}?token=${signText(key, textOf(kind, store, store.hooks.version), TOKEN_LENGTH)}`,
    isToken(kind, store, token) {
      const { version, oldUntil } = store.hooks;
      const isOf = (one: number) => isSignature(key, textOf(kind, store, one), token, TOKEN_LENGTH);
      return isOf(version) || (version > 0 && oldUntil !== null && clock() < oldUntil.getTime() && isOf(version - 1));
    },
  };
}
