import type { SystemTx } from "../../../platform/db/db.ts";
import { deleteAccounts, deleteEmptyOrganisation } from "./sql.ts";

/** Removes an organisation that has no store any more, with its members, and the dashboard accounts of people who work
 *  nowhere now, also of members who were removed before. */
export async function removeOrganisation(tx: SystemTx, id: number): Promise<void> {
  if (await deleteEmptyOrganisation(tx, id)) await deleteAccounts(tx);
}
