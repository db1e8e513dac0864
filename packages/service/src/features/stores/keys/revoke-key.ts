import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { unknownKey } from "../errors.ts";
import { announceStoreChange } from "../sql.ts";
import { endKey } from "./sql.ts";

const NO_OVERLAP = 0;

export async function revokeKey(tx: SystemTx, { storeId, id }: { storeId: StoreId; id: string }) {
  const [ended] = await endKey(tx, storeId, id, NO_OVERLAP);
  if (!ended) throw unknownKey(id);
  await announceStoreChange(tx, storeId);
}
