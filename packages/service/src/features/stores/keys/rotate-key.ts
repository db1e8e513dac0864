import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Caller } from "../access/caller.ts";
import { hasScope } from "../access/scopes.ts";
import { keyReplaced, scopeNotYours, unknownKey } from "../errors.ts";
import { announceStoreChange } from "../sql.ts";
import type { HashSecret } from "./api-key.ts";
import { createKey } from "./create-key.ts";
import { requireFreeKey } from "./manage-keys.ts";
import { endKey, lockLiveKey } from "./sql.ts";

/** Creates a key with the name and scopes of the old one. The old key works until the overlap is over, and cannot be
 *  replaced a second time. */
export async function rotateKey(
  tx: SystemTx,
  hashSecret: HashSecret,
  { storeId, id, overlapSeconds }: { storeId: StoreId; id: string; overlapSeconds: number },
) {
  const live = await lockLiveKey(tx, storeId, id);
  if (live?.expiresAt) throw keyReplaced(id, live.expiresAt);
  const [old] = await endKey(tx, storeId, id, overlapSeconds);
  if (!old) throw unknownKey(id);
  await announceStoreChange(tx, storeId);
  return createKey(tx, hashSecret, { storeId, ...old });
}

/** Replaces a key for a merchant. A key cannot replace one that may do more than itself. */
export async function rotateKeyFor(
  tx: StoreTx,
  hashSecret: HashSecret,
  { caller, id, overlapSeconds }: { readonly caller: Caller; readonly id: string; readonly overlapSeconds: number },
) {
  await requireFreeKey(tx);
  const key = await rotateKey(tx, hashSecret, { storeId: tx.storeId, id, overlapSeconds });
  const missing = key.scopes.find((scope) => !hasScope(caller, scope));
  if (caller.actor.kind === "key" && missing !== undefined) throw scopeNotYours(missing);
  return key;
}
