import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { unknownKey } from "../errors.ts";
import { announceStoreChange } from "../sql.ts";
import type { HashSecret } from "./api-key.ts";
import { createKey } from "./create-key.ts";
import { endKey } from "./sql.ts";

/** Creates a key with the name and scopes of the old one. The old key works until the overlap is over. */
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
