import type { StoreTx } from "../../../platform/db/db.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import { ERASURE_DAYS, nameOf } from "../connection.ts";
import { getConnection } from "../connections/get-connection.ts";
import { KEEPSAKE, type Told } from "../connections/pause-connection.ts";
import { countLostErasures, deleteOldErasures } from "./sql.ts";

type Page = { readonly at: Date | undefined; readonly limit: number };

/** Deletes the erasures that have waited too long for a tool. Those that it was never told of are counted, and the merchant hears of
 *  them in the same transaction: afterwards nobody knows whom they were about. */
export async function giveUpErasures(
  tx: StoreTx,
  { store, notifyMembers }: Told,
  id: ConnectionId,
  { at, limit }: Page,
): Promise<{ readonly deleted: number; readonly lost: number }> {
  const gone = await deleteOldErasures(tx, id, at, limit);
  const lost = gone.filter(({ told }) => told === 0).length;
  if (lost === 0) return { deleted: gone.length, lost };
  await countLostErasures(tx, id, lost);
  const connection = await getConnection(tx, id);
  await recordAudit(tx, {
    actor: KEEPSAKE,
    action: "marketing.erasures-lost",
    details: { connection: id, tool: connection.tool, lost },
  });
  const people = lost === 1 ? "1 person was" : `${lost} people were`;
  await notifyMembers(tx, store, {
    subject: "A marketing tool was not told of erasures",
    what: `${people} erased in Keepsake, and for ${ERASURE_DAYS} days ${nameOf(connection)} could not be told. Keepsake has given up, and no longer has the addresses.`,
    whatToDo: `Find in your own records who asked to be erased, and erase them in the tool yourself. The page Marketing of the dashboard says why it is not told.`,
    scope: "settings:write",
  });
  return { deleted: gone.length, lost };
}
