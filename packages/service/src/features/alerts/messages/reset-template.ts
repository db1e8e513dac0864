import type { StoreTx } from "../../../platform/db/db.ts";
import { requireVersion } from "../../../platform/http/if-match.ts";
import { lockMessage } from "./lock-message.ts";
import type { MessagePlace } from "./message-place.ts";
import { deleteTemplate } from "./sql.ts";

/** Returns to the default message. Returns false when the store had no template of its own in this language. With `ifMatch`,
 *  only if nobody has saved another one since that version. */
export async function resetTemplate(tx: StoreTx, place: MessagePlace, ifMatch: string | undefined): Promise<boolean> {
  requireVersion(ifMatch, await lockMessage(tx, place));
  return deleteTemplate(tx, place.topic, place.language);
}
