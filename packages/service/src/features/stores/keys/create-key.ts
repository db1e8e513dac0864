import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Scope } from "../access/scopes.ts";
import { isTestStore } from "../sql.ts";
import { type HashSecret, newApiKey } from "./api-key.ts";
import { insertKey } from "./sql.ts";

/** Returns the text of the key, which exists nowhere else: the table stores a hash. */
export async function createKey(
  tx: SystemTx,
  hashSecret: HashSecret,
  key: { storeId: StoreId; name: string; scopes: readonly Scope[] },
) {
  const { id, secret, text } = newApiKey({ isTest: await isTestStore(tx, key.storeId) });
  await insertKey(tx, { ...key, id, secretHash: hashSecret(secret) });
  return { id, name: key.name, scopes: [...key.scopes], key: text };
}
