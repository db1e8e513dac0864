import type { StoreTx } from "../../../platform/db/db.ts";
import type { Caller } from "../access/caller.ts";
import { hasScope, type Scope } from "../access/scopes.ts";
import { scopeNotYours, tooManyKeys } from "../errors.ts";
import type { HashSecret } from "./api-key.ts";
import { createKey } from "./create-key.ts";
import { countLiveKeys } from "./sql.ts";

const KEYS_MAX = 100;

/** A key that was replaced counts until it ends. */
export async function requireFreeKey(tx: StoreTx) {
  if ((await countLiveKeys(tx)) >= KEYS_MAX) throw tooManyKeys(KEYS_MAX);
}

/** Creates a key for a merchant. A key cannot make one that may do more than itself. An owner may make any. */
export async function createKeyFor(
  tx: StoreTx,
  hashSecret: HashSecret,
  { caller, name, scopes }: { readonly caller: Caller; readonly name: string; readonly scopes: readonly Scope[] },
) {
  const missing = scopes.find((scope) => !hasScope(caller, scope));
  if (caller.actor.kind === "key" && missing !== undefined) throw scopeNotYours(missing);
  await requireFreeKey(tx);
  return createKey(tx, hashSecret, { storeId: tx.storeId, name, scopes });
}
