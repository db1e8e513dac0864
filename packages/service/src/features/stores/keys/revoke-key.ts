import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { unknownKey } from "../errors.ts";
import { announceStoreChange, endKey } from "../sql.ts";

export async function revokeKey(tx: SystemTx, { storeId, id }: { storeId: StoreId; id: string }) {
  const [ended] = await endKey(tx, storeId, id, 0);
  if (!ended) throw unknownKey(id);
  await announceStoreChange(tx, storeId);
}
