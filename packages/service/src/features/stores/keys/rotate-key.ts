import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { unknownKey } from "../errors.ts";
import { announceStoreChange, endKey } from "../sql.ts";
import type { HashSecret } from "./api-key.ts";
import { createKey } from "./create-key.ts";

/** A new key with the name and scopes of the old one, which goes on working for the overlap. */
export async function rotateKey(
  tx: SystemTx,
  hashSecret: HashSecret,
  { storeId, id, overlapSeconds }: { storeId: StoreId; id: string; overlapSeconds: number },
) {
  const [old] = await endKey(tx, storeId, id, overlapSeconds);
  if (!old) throw unknownKey(id);
  await announceStoreChange(tx, storeId);
  return createKey(tx, hashSecret, { storeId, ...old });
}
