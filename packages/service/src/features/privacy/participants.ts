import { forgetAnswers } from "../../platform/db/idempotency.ts";
import { forgetMails, selectMails } from "../../platform/messaging/mail/forget-mails.ts";
import { forgetAlerts, forgetLateDeliveries } from "../alerts/privacy/forget-alerts.ts";
import { forgetOrders } from "../alerts/privacy/forget-orders.ts";
import { exportSaves } from "../insights/privacy/export-saves.ts";
import { forgetLists } from "../lists/privacy/forget-lists.ts";
import { forgetMessages } from "../marketing/privacy/forget-messages.ts";
import { forgetShoppers } from "../shoppers/privacy/forget-shoppers.ts";
import type { PrivacyParticipant } from "../shoppers/privacy/participant.ts";
import type { Person } from "../shoppers/privacy/person.ts";
import { PAGE, toRecordPage } from "../shoppers/privacy/to-records.ts";
import type { HashAddress } from "../subscriptions/address.ts";
import { createForgetSubscriptions } from "../subscriptions/privacy/forget-subscriptions.ts";

const AT_ONCE = 1_000;

const correspondent = ({ addresses, unconfirmed, shopperIds, until }: Person) => ({
  addresses: [...addresses, ...unconfirmed],
  shopperIds,
  until,
});

/** Mails and text messages, sent and queued. */
const mails: PrivacyParticipant = {
  sections: {
    mails: async (tx, person, after) => toRecordPage(await selectMails(tx, correspondent(person), after ?? "0", PAGE)),
  },
  forget: (tx, person) => forgetMails(tx, correspondent(person), AT_ONCE),
};

/** Stored answers to requests with an Idempotency-Key. They repeat what other tables have, so an export has none. */
const answers: PrivacyParticipant = {
  sections: {},
  forget: (tx, { regids, hashes, until }) => forgetAnswers(tx, { about: [...regids, ...hashes], until }, AT_ONCE),
};

export type PrivacyParticipants = Readonly<Record<string, PrivacyParticipant>>;

/** Every feature that stores something about people, in the order of an erasure. The rows of shoppers come last, because
 *  those of other features refer to them. */
export const createParticipants = (hashAddress: HashAddress): PrivacyParticipants => ({
  mails,
  answers,
  messages: forgetMessages,
  lists: forgetLists,
  saves: exportSaves,
  orders: forgetOrders,
  deliveries: forgetLateDeliveries,
  subscriptions: createForgetSubscriptions(hashAddress, forgetAlerts),
  shoppers: forgetShoppers,
});
