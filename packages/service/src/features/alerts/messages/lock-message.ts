import type { StoreTx } from "../../../platform/db/db.ts";
import { type MessagePlace, NO_LANGUAGE } from "./message-place.ts";
import { adoptTemplate, findTemplate, lockTemplate } from "./sql.ts";

/** Waits for other changes of the message, and returns the number of its version; 0 is our default message. A message from
 *  before there were languages gets this one. */
export async function lockMessage(tx: StoreTx, { topic, language, kept }: MessagePlace): Promise<number> {
  await lockTemplate(tx, topic);
  if (kept.includes(NO_LANGUAGE)) await adoptTemplate(tx, topic, language);
  return (await findTemplate(tx, topic, [language]))?.version ?? 0;
}
