import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { mediumName } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import { STATES, type State, stateName } from "../state.ts";
import { findRecipients, storeOutcomes } from "./sql.ts";

/** A waiting subscription, with the address that gets its alert. */
export type Recipient = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly quantity: number;
  readonly extras: string | null;
  /** The URL that the shop's server sent at sign-up, for products that the catalogue does not know. A URL from a browser
   *  is never put into a mail. */
  readonly productUrl: string | null;
  readonly medium: "email" | "sms";
  readonly value: string;
  readonly addressHash: string;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};
export type SkippedRecipient = { readonly id: SubscriptionId; readonly reason: string };

/** Selects, right before sending, the subscriptions that still wait. Each of the others gets a reason. */
export async function selectRecipients(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
): Promise<{ recipients: Recipient[]; skipped: SkippedRecipient[] }> {
  const rows = await findRecipients(tx, ids);
  const recipients: Recipient[] = [];
  const skipped: SkippedRecipient[] = [];
  for (const { state, isSuppressed, medium, clientProduct, ...rest } of rows) {
    if (isSuppressed) skipped.push({ id: rest.id, reason: "the address is suppressed" });
    else if (state !== STATES.waiting) skipped.push({ id: rest.id, reason: `not waiting: ${stateName(state)}` });
    else recipients.push({ ...rest, productUrl: trustedUrl(clientProduct), medium: mediumName(medium) });
  }
  const found = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) skipped.push({ id, reason: "the subscription does not exist" });
  return { recipients, skipped };
}

const trustedUrl = (clientProduct: ClientProduct | null) =>
  clientProduct?.by === "store-server" ? clientProduct.url : null;

/** What the page of an offer needs of a subscription: the URL that the shop's server sent, and the time zone. */
export async function findPageDetails(
  tx: StoreTx,
  id: SubscriptionId,
): Promise<{ readonly productUrl: string | null; readonly timeZone: string | null }> {
  const [row] = await findRecipients(tx, [id]);
  return { productUrl: trustedUrl(row?.clientProduct ?? null), timeZone: row?.timeZone ?? null };
}

/** The outcome of an alert. Without a state, the subscription keeps its state and only the reason is recorded. */
export type Outcome = {
  readonly id: SubscriptionId;
  readonly planId?: PlanId;
  readonly state?: Exclude<State, "unconfirmed">;
  readonly reason: string;
};

const OUTCOMES_MAX = 1_000;
const REASON_MAX = 80;

/** Records the outcomes of alerts: the state of each subscription, and a ledger row with the reason. A subscription that
 *  the person ended meanwhile stays ended. Expects each subscription once; returns those whose state changed. */
export async function recordOutcomes(tx: StoreTx, outcomes: readonly Outcome[]): Promise<SubscriptionId[]> {
  if (outcomes.length > OUTCOMES_MAX) throw new Error(`recordOutcomes takes at most ${OUTCOMES_MAX} outcomes`);
  if (outcomes.length === 0) return [];
  return storeOutcomes(
    tx,
    outcomes.map(({ id, planId = null, state, reason }) => ({
      id,
      planId,
      state: state ? STATES[state] : null,
      reason: reason.slice(0, REASON_MAX),
    })),
  );
}
