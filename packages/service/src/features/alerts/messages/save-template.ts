import type { StoreTx } from "../../../platform/db/db.ts";
import { requireVersion } from "../../../platform/http/if-match.ts";
import { lockMessage } from "./lock-message.ts";
import type { MessagePlace } from "./message-place.ts";
import { saveVersion } from "./sql.ts";

const VERSIONS_KEPT = 50;

type Saved = {
  readonly subject: string;
  readonly source: string;
  /** From `compileTemplate`. */
  readonly html: string;
  readonly savedBy: string;
};

/** Saves a template as the next version of its message, and returns its number. With `ifMatch`, only if nobody has saved
 *  another one since that version; 0 is our default message. */
export async function saveTemplate(
  tx: StoreTx,
  place: MessagePlace,
  { ifMatch, ...template }: Saved & { readonly ifMatch: string | undefined },
): Promise<number> {
  requireVersion(ifMatch, await lockMessage(tx, place));
  return saveVersion(tx, { ...template, topic: place.topic, language: place.language }, VERSIONS_KEPT);
}
