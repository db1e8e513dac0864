import type { StoreTx } from "../../../platform/db/db.ts";
import { ALERT_LETTER } from "./alert.gen.ts";
import type { MessagePlace } from "./message-place.ts";
import { findTemplate } from "./sql.ts";

/** The subject of our default message, as a template. */
export const DEFAULT_SUBJECT = "{{ copy.subject }}";

/** The store's own template, or our default message when the store has none in this language. */
export async function fetchTemplate(tx: StoreTx, { topic, kept }: MessagePlace) {
  const own = await findTemplate(tx, topic, kept);
  return {
    isOwn: own !== undefined,
    ...(own ?? { topic, subject: DEFAULT_SUBJECT, source: ALERT_LETTER.source, version: 0 }),
  };
}
