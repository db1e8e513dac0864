import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { lockGuests } from "./sql.ts";

/** Those of these shoppers who are guests and part of no account. They do nothing new until the transaction ends; those who
 *  are doing something at this moment are left out. */
export const lockGuestsAmong = async (tx: StoreTx, ids: readonly ShopperId[]): Promise<readonly ShopperId[]> =>
  (await lockGuests(tx, ids)).map(({ id }) => id);
