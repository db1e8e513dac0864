import type { StoreTx } from "../../../platform/db/db.ts";
import { mailboxOf } from "../../../platform/text/email.ts";
import { nameOf } from "../../catalog/variants/variant-name.ts";
import type { PrivacyParticipant, ReadRecords, RecordPage } from "../../shoppers/privacy/participant.ts";
import type { Person } from "../../shoppers/privacy/person.ts";
import { PAGE, toRecord, toRecordPage } from "../../shoppers/privacy/to-records.ts";
import { type HashAddress, MEDIA } from "../address.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { endSubscriptions } from "../sql.ts";
import {
  deleteConfirmationsTo,
  deleteRequestsOf,
  deleteSubscriptions,
  deleteUnusedContacts,
  findContacts,
  findOfPerson,
  lockContacts,
  type PersonSubscription,
  selectConfirmations,
  selectContacts,
  selectOfSubscriptions,
  selectRequests,
  selectSubscriptions,
  selectSuppressions,
} from "./sql.ts";

const AT_ONCE = 200;
const REQUESTS_AT_ONCE = 1_000;
/** The reason in the ledger and in the answers of alerts. */
const ERASED = HAPPENINGS.say("erased", {});

/** Features above that store something for each subscription, such as deliveries. */
export type WithSubscriptions = {
  /** Deletes what belongs to subscriptions that have just ended. */
  forget(tx: StoreTx, subscriptions: readonly PersonSubscription[]): Promise<void>;
  readonly sections: Readonly<
    Record<string, (tx: StoreTx, subscriptions: readonly PersonSubscription[]) => Promise<readonly object[]>>
  >;
};

/** A person's contacts, subscriptions, consents, history and requests. Suppressions stay: they are keyed hashes, and keep a
 *  later import of the address from sending anything. */
export function createForgetSubscriptions(
  hashAddress: HashAddress,
  { forget: forgetAlerts, sections }: WithSubscriptions,
): PrivacyParticipant {
  const ofSubscriptions =
    (read: (tx: StoreTx, subscriptions: readonly PersonSubscription[]) => Promise<readonly object[]>): ReadRecords =>
    async (tx, person, after): Promise<RecordPage> => {
      const page = await findOfPerson(tx, person, after ?? "0", PAGE);
      const records = page.length > 0 ? await read(tx, page) : [];
      return { records: records.map(toRecord), next: page.length === PAGE ? (page.at(-1)?.id ?? null) : null };
    };
  const rowsOf = (table: "consents" | "ledger" | "waiting") =>
    ofSubscriptions(async (tx, subscriptions) =>
      (
        await selectOfSubscriptions(
          tx,
          table,
          subscriptions.map(({ id }) => id),
        )
      ).map(({ record }) => record),
    );

  /** Confirmations are counted by mailbox, whatever is behind a plus sign. */
  const hashesWithMailboxes = (tx: StoreTx, { addresses, hashes }: Person) => [
    ...hashes,
    ...addresses.map(({ medium, value }) =>
      hashAddress({ medium: MEDIA[medium], value: mailboxOf(value) }, tx.storeId),
    ),
  ];

  async function forget(tx: StoreTx, person: Person): Promise<number> {
    const page = await findOfPerson(tx, person, "0", AT_ONCE);
    if (page.length > 0) {
      const ids = page.map(({ id }) => id);
      const contactIds = [...new Set(page.map(({ contactId }) => contactId))];
      await lockContacts(tx, contactIds);
      await endSubscriptions(tx, ids, { state: "unsubscribed", reason: ERASED });
      await forgetAlerts(tx, page);
      await deleteSubscriptions(tx, ids);
      await deleteUnusedContacts(tx, contactIds);
      return page.length;
    }
    const contactIds = (await findContacts(tx, person.hashes, person.until)).map(({ id }) => id);
    await lockContacts(tx, contactIds);
    const gone = await deleteUnusedContacts(tx, contactIds);
    const confirmations = await deleteConfirmationsTo(tx, hashesWithMailboxes(tx, person), person.until);
    return gone + confirmations.length + (await deleteRequestsOf(tx, person, REQUESTS_AT_ONCE));
  }

  return {
    forget,
    sections: {
      contacts: async (tx, { hashes }, after) => toRecordPage(await selectContacts(tx, hashes, after ?? "0", PAGE)),
      subscriptions: async (tx, person, after) =>
        toRecordPage((await selectSubscriptions(tx, person, after ?? "0", PAGE)).map(withMarket)),
      consents: rowsOf("consents"),
      ledger: rowsOf("ledger"),
      waiting: rowsOf("waiting"),
      ...Object.fromEntries(Object.entries(sections).map(([name, read]) => [name, ofSubscriptions(read)])),
      requests: async (tx, person, after) => toRecordPage(await selectRequests(tx, person, after ?? "0", PAGE)),
      confirmations: async (tx, person) => ({
        records: (await selectConfirmations(tx, hashesWithMailboxes(tx, person))).map(({ record }) => toRecord(record)),
        next: null,
      }),
      suppressions: async (tx, { hashes }) => ({
        records: (await selectSuppressions(tx, hashes)).map(({ record }) => toRecord(record)),
        next: null,
      }),
    },
  };
}

/** The platform's id of the variant, and beside it the market if the alert is for one. */
function withMarket<Row extends { readonly storedId: string; readonly record: object }>({ storedId, ...row }: Row) {
  const { platformId, market } = nameOf(storedId);
  return { ...row, record: { ...row.record, platform_id: platformId, ...(market === null ? {} : { market }) } };
}
