import type { StoreTx } from "../../../platform/db/db.ts";
import { requireVersion } from "../../../platform/http/if-match.ts";
import type { NewTemplate } from "./compile-template.ts";
import { findTemplate, lockTemplate, saveVersion } from "./sql.ts";

const VERSIONS_KEPT = 50;

/** Saves a template as the next version of its topic, and returns its number. `html` is from `compileTemplate`. With
 *  `ifMatch`, only if nobody has saved another one since that version; 0 is our default message. */
export async function saveTemplate(
  tx: StoreTx,
  template: NewTemplate,
  { html, savedBy, ifMatch }: { readonly html: string; readonly savedBy: string; readonly ifMatch: string | undefined },
): Promise<number> {
  await lockTemplate(tx, template.topic);
  requireVersion(ifMatch, (await findTemplate(tx, template.topic))?.version ?? 0);
  return saveVersion(tx, { ...template, html, savedBy }, VERSIONS_KEPT);
}
