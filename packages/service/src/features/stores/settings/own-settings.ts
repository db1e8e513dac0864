import { isOfOperator } from "./merchant-settings.ts";
import { RULE_GROUPS, type StoreSettings } from "./settings.ts";

/** The settings that a merchant has set, for an export: without defaults, without those of the operator, and without the sender,
 *  whose address has to be proven at each installation. */
export function ownSettings(settings: StoreSettings): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  if (settings.origins !== undefined) own["origins"] = settings.origins;
  if (settings.sessionTtlDays !== undefined) own["sessionTtlDays"] = settings.sessionTtlDays;
  for (const group of RULE_GROUPS) {
    const fields = Object.entries(settings[group] ?? {}).filter(([field]) => !isOfOperator(`${group}.${field}`));
    if (fields.length > 0) own[group] = Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
  if (settings.markets !== undefined) own["markets"] = settings.markets;
  return own;
}
