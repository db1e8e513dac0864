import type { StoreTx } from "../../../platform/db/db.ts";
import type { PrivacyParticipant } from "../../shoppers/privacy/participant.ts";
import { PAGE, toRecordPage } from "../../shoppers/privacy/to-records.ts";
import { deleteOrdersOf, selectOrdersOf } from "./sql.ts";

const AT_ONCE = 500;

/** The orders that the shop reported for a person. What they added to the results stays: it names nobody. If the shop reports
 *  one again, nothing led to it any more, so it is not counted twice. */
export const forgetOrders: PrivacyParticipant = {
  sections: {
    orders: async (tx, person, after) => toRecordPage(await selectOrdersOf(tx, person, after ?? "", PAGE)),
  },
  forget: (tx, person) => deleteOrdersOf(tx, person, AT_ONCE),
};

/** The orders of addresses that are deleted. */
export async function forgetOrdersOf(tx: StoreTx, hashes: readonly string[]): Promise<void> {
  while ((await deleteOrdersOf(tx, { hashes, shopperIds: [] }, AT_ONCE)) > 0);
}
