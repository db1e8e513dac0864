import type { StoreTx } from "../../../platform/db/db.ts";
import { findCrossings } from "./find-crossings.ts";
import type { Preferences } from "./preferences.ts";
import { nextDaily, nextWeekly } from "./schedule.ts";
import { deletePreferences, findPreferences, upsertPreferences } from "./sql.ts";

/** Saves what a member wants. With a new threshold, they do not hear of the products that are over it already. */
export async function setPreferences(tx: StoreTx, email: string, wanted: Preferences, now: number): Promise<void> {
  const { daily, weekly, threshold } = wanted;
  const before = await findPreferences(tx, email);
  if (!daily && !weekly && threshold === null) {
    await deletePreferences(tx, email);
    return;
  }
  await upsertPreferences(tx, email, wanted, {
    daily: daily ? nextDaily(now) : null,
    weekly: weekly ? nextWeekly(now) : null,
    check: threshold === null ? null : new Date(now),
  });
  if (threshold !== null && threshold !== before?.threshold) await findCrossings(tx, email, threshold);
}
