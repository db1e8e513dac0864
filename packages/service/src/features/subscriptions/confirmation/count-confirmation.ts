import type { StoreTx } from "../../../platform/db/db.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { type Medium, SMS } from "../address.ts";
import { tooManyConfirmations } from "../errors.ts";
import { countConfirmationToday } from "./sql.ts";

/** Counts a confirmation that a browser causes, and throws over the store's daily limit, so that the transaction stores and
 *  sends nothing. It counts whether or not a message is queued: the answer must not depend on the address. */
export async function countConfirmation(tx: StoreTx, { settings }: Store, medium: Medium): Promise<void> {
  const { confirmationsPerDay, textConfirmationsPerDay } = alertRules(settings);
  const perDay = medium === SMS ? textConfirmationsPerDay : confirmationsPerDay;
  if (!(await countConfirmationToday(tx, { medium, perDay }))) throw tooManyConfirmations();
}
