import type { PrivacyParticipant } from "../../shoppers/privacy/participant.ts";
import { PAGE, toRecordPage } from "../../shoppers/privacy/to-records.ts";
import type { AddressOrders } from "../../subscriptions/privacy/forget-left.ts";
import { deleteOrdersOf, findOrderedSince, selectOrdersOf, unlinkOrdersOf } from "./sql.ts";

const AT_ONCE = 500;

/** The orders that the shop reported for a person. What they added to the results stays: it names nobody. If the shop reports
 *  one again, nothing led to it any more, so it is not counted twice. */
export const forgetOrders: PrivacyParticipant = {
  sections: {
    orders: async (tx, person, after) => toRecordPage(await selectOrdersOf(tx, person, after ?? "", PAGE)),
  },
  forget: (tx, person) => deleteOrdersOf(tx, person, AT_ONCE),
};

/** The orders of addresses that are deleted after a while. They stay, with no buyer: their saved items may still be there, so
 *  a deleted order that is reported again would be counted twice, and a cancellation would find nothing to subtract. */
export const ordersOfAddresses: AddressOrders = {
  findSince: (tx, hashes, since) => findOrderedSince(tx, hashes, since),
  async unlink(tx, hashes) {
    while ((await unlinkOrdersOf(tx, hashes, AT_ONCE)) > 0);
  },
};
