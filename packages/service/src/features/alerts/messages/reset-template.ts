import type { StoreTx } from "../../../platform/db/db.ts";
import { requireVersion } from "../../../platform/http/if-match.ts";
import { deleteTemplate, findTemplate, lockTemplate } from "./sql.ts";

/** Returns to the default message. Returns false when the store had no template of its own. With `ifMatch`, only if nobody
 *  has saved another one since that version. */
export async function resetTemplate(tx: StoreTx, topic: string, ifMatch: string | undefined): Promise<boolean> {
  await lockTemplate(tx, topic);
  requireVersion(ifMatch, (await findTemplate(tx, topic))?.version ?? 0);
  return deleteTemplate(tx, topic);
}
