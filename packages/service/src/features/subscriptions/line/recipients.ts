import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { mediumName } from "../address.ts";
import { type ClientProduct, selectRecipientRows, storeOutcomes } from "../sql.ts";
import { STATES, type State, stateName } from "../state.ts";

/** Somebody who waits, and where to tell them. */
export type Recipient = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly quantity: number;
  readonly extras: string | null;
  /** Where the catalogue knows no address: what the shop's own server said. What a browser said is no link for a mail. */
  readonly productUrl: string | null;
  readonly medium: "email" | "sms";
  readonly value: string;
  readonly addressHash: string;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};
export type SkippedRecipient = { readonly id: SubscriptionId; readonly reason: string };

/** Who of these is still to be told, looked at right before: whoever is not has a reason. */
export async function selectRecipients(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
): Promise<{ recipients: Recipient[]; skipped: SkippedRecipient[] }> {
  const rows = await selectRecipientRows(tx, ids);
  const toTell: Recipient[] = [];
  const notToTell: SkippedRecipient[] = [];
  for (const { state, isSuppressed, medium, clientProduct, ...rest } of rows) {
    if (isSuppressed) notToTell.push({ id: rest.id, reason: "nothing may be sent to this address" });
    else if (state !== STATES.waiting)
      notToTell.push({ id: rest.id, reason: `not waiting any more: ${stateName(state)}` });
    else {
      toTell.push({ ...rest, productUrl: urlOf(clientProduct), medium: mediumName(medium) });
    }
  }
  const seen = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!seen.has(id)) notToTell.push({ id, reason: "there is no such subscription" });
  return { recipients: toTell, skipped: notToTell };
}

const urlOf = (clientProduct: ClientProduct | null) =>
  clientProduct?.by === "store-server" ? clientProduct.url : null;

/** Of somebody who was told and came back: where the shop's own server said that the product is, and their time. */
export async function findReader(
  tx: StoreTx,
  id: SubscriptionId,
): Promise<{ readonly productUrl: string | null; readonly timeZone: string | null }> {
  const [row] = await selectRecipientRows(tx, [id]);
  return { productUrl: urlOf(row?.clientProduct ?? null), timeZone: row?.timeZone ?? null };
}

/** What came of an alert. Without a state it stays as it is, and only the reason is written down. */
export type Outcome = {
  readonly id: SubscriptionId;
  readonly planId?: PlanId;
  readonly state?: Exclude<State, "unconfirmed">;
  readonly reason: string;
};

const SETTLED_MAX = 1_000;
const REASON_MAX = 80;

/** Writes down what came of alerts, each subscription once: its state, and a row of its ledger with the reason. What the
 *  person ended meanwhile stays ended. Answers whose state changed. */
export async function recordOutcomes(tx: StoreTx, settled: readonly Outcome[]): Promise<SubscriptionId[]> {
  if (settled.length > SETTLED_MAX) throw new Error(`At most ${SETTLED_MAX} subscriptions are settled at once`);
  if (settled.length === 0) return [];
  return storeOutcomes(
    tx,
    settled.map(({ id, planId = null, state, reason }) => ({
      id,
      planId,
      state: state ? STATES[state] : null,
      reason: reason.slice(0, REASON_MAX),
    })),
  );
}
