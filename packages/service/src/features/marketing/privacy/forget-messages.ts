import type { StoreTx } from "../../../platform/db/db.ts";
import type { PrivacyParticipant } from "../../shoppers/privacy/participant.ts";
import type { Person } from "../../shoppers/privacy/person.ts";
import { PAGE, toRecordPage } from "../../shoppers/privacy/to-records.ts";
import { findAlertsOfPerson, findContactsByHash } from "../../subscriptions/privacy/find-addresses.ts";
import { deleteMessagesOf, type OfPerson, selectMessagesOf } from "./sql.ts";

const AT_ONCE = 1_000;

/** Messages that wait for a marketing tool. */
export const forgetMessages: PrivacyParticipant = {
  sections: {
    marketing_messages: async (tx, person, after) =>
      toRecordPage(await selectMessagesOf(tx, await idsOf(tx, person), after ?? "0", PAGE)),
  },
  forget: async (tx, person) => deleteMessagesOf(tx, await idsOf(tx, person), AT_ONCE),
};

async function idsOf(tx: StoreTx, person: Person): Promise<OfPerson> {
  const alerts = person.alerts ?? (await findAlertsOfPerson(tx, person));
  return {
    shopperIds: person.shopperIds,
    contactIds: (await findContactsByHash(tx, person.hashes)).map(({ id }) => id),
    subscriptionIds: alerts.map(({ id }) => id),
  };
}
