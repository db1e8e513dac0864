import type { SystemTx } from "../../../platform/db/db.ts";
import { deleteAccounts, deleteEmptyOrganisation, lockMembersOf } from "./sql.ts";

/** Removes an organisation that has no store any more, with its members, and the dashboard accounts of those of them who
 *  work nowhere else. */
export async function removeOrganisation(tx: SystemTx, id: number): Promise<void> {
  const emails = (await lockMembersOf(tx, id)).map(({ email }) => email);
  if (await deleteEmptyOrganisation(tx, id)) await deleteAccounts(tx, emails);
}
