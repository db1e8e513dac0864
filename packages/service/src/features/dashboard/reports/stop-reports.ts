import type { StoreTx } from "../../../platform/db/db.ts";
import { deletePreferences } from "./sql.ts";

/** Ends all report mails of a member about the store. */
export async function stopReports(tx: StoreTx, email: string): Promise<void> {
  await deletePreferences(tx, email);
}
