import type { StoreTx } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { maskAddress } from "../../../platform/text/mask-address.ts";
import { definePhrases } from "../../../platform/text/phrases.ts";
import { mediumName } from "../../subscriptions/address.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { findAddresses } from "../../subscriptions/people/find-addresses.ts";
import { type PersonInLine, readLine } from "../../subscriptions/waiting/read-line.ts";
import { DELIVERY_STATES } from "../delivery/delivery.ts";
import { explainReason } from "../delivery/reason.ts";
import { unknownPlan } from "../errors.ts";
import { explainPlan, type PlanHistory, progressOf } from "../plans/explain.ts";
import { type DeliveryRow, selectDeliveries } from "./sql.ts";

/** Those who got the alert, those to whom it could not be sent, and those who still wait although the plan is about them. */
export type Who = "notified" | "failed" | "waiting";

/** Somebody whom a plan is about, and what became of them. */
export type PlanRecipient = {
  /** Absent for somebody who was erased. */
  readonly personId: string | null;
  readonly medium: string | null;
  readonly address: string | null;
  /** When they joined the line. */
  readonly since: Date;
  readonly quantity: number;
  /** When they were notified, or the alert failed. */
  readonly at: Date | null;
  readonly because: string;
};

const { sent, ambiguous, skipped, failed } = DELIVERY_STATES;
const STATES: Readonly<Record<Exclude<Who, "waiting">, readonly number[]>> = {
  notified: [sent, ambiguous],
  failed: [skipped, failed],
};
/** So many deliveries are looked at for one page. A page may then be short and still have a next one. */
const SCANNED_MAX = 5_000;

type Page = { readonly cursor: string | undefined; readonly limit: number };
type Seen = { readonly showsAddresses: boolean };

/** Why an alert about a price does not concern somebody who waits. For all others who wait it is the state of the plan. */
export const PRICE_PHRASES = definePhrases({
  "other-currency": "The price fell in {currency}; they asked for prices in {wanted}.",
  "lower-target": "They wait for a price of {target} {currency} or less; it fell to {price}.",
});

/** A page of the people of a plan, with the reason for each. */
export async function listRecipients(
  tx: StoreTx,
  { id, who }: { readonly id: PlanId; readonly who: Who },
  page: Page,
  seen: Seen,
): Promise<Rows<PlanRecipient>> {
  const history = await explainPlan(tx, id);
  if (!history) throw unknownPlan();
  return who === "waiting" ? listWaiting(tx, history, page, seen) : listDelivered(tx, history, who, page, seen);
}

async function listDelivered(
  tx: StoreTx,
  { plan, deliveries }: PlanHistory,
  who: keyof typeof STATES,
  { cursor, limit }: Page,
  seen: Seen,
): Promise<Rows<PlanRecipient>> {
  const [after = "0"] = readCursor(cursor, [isInteger]) ?? [];
  if (who === "failed" && !deliveries.failed && !deliveries.skipped) return { rows: [], next: null };
  const scanned = who === "failed" ? Math.max(SCANNED_MAX, limit) : limit;
  const rows = await selectDeliveries(tx, plan, after, scanned);
  const matching = rows.filter(({ state }) => STATES[who].includes(state));
  const shown = matching.slice(0, limit);
  const last = matching.length > limit ? shown.at(-1) : rows.at(-1);
  const isMore = matching.length > limit || rows.length === scanned;
  return {
    rows: await describe(tx, shown, seen),
    next: last && isMore ? writeCursor([last.subscriptionId]) : null,
  };
}

async function describe(tx: StoreTx, rows: readonly DeliveryRow[], { showsAddresses }: Seen): Promise<PlanRecipient[]> {
  const addresses = await findAddresses(
    tx,
    rows.map(({ subscriptionId }) => subscriptionId),
  );
  const shown = (value: string) => (showsAddresses ? value : maskAddress(value));
  return rows.map(({ subscriptionId, at, place, reason, detail, quantity }) => {
    const person = addresses.get(subscriptionId);
    return {
      personId: person?.addressHash ?? null,
      medium: person ? mediumName(person.medium) : null,
      address: person ? shown(person.value) : null,
      since: new Date(Number(place) / 1000),
      quantity,
      at,
      because: explainReason(reason, detail)?.text ?? HAPPENINGS.say("sent", {}),
    };
  });
}

/** Who joined the line before the plan began, and is still in it. */
async function listWaiting(tx: StoreTx, history: PlanHistory, page: Page, seen: Seen): Promise<Rows<PlanRecipient>> {
  const { variantId, topic, policy, joinedUntil } = history.plan;
  const order = policy.order === "newest" ? "newest" : "oldest";
  const { rows, next } = await readLine(tx, { variantId, topic, order, joinedUntil }, page, seen);
  const because = progressOf(history);
  return {
    rows: rows.map((person) => ({
      personId: person.addressHash,
      medium: person.medium,
      address: person.address,
      since: person.since,
      quantity: person.quantity,
      at: null,
      because: findPriceReason(history, person) ?? because,
    })),
    next,
  };
}

/** Why a price drop does not concern somebody. */
function findPriceReason({ plan }: PlanHistory, { currency, priceMax }: PersonInLine): string | undefined {
  const { price } = plan.policy;
  if (!price) return undefined;
  if (currency !== null && currency !== price.currency)
    return PRICE_PHRASES.say("other-currency", { currency: price.currency, wanted: currency });
  if (priceMax !== null && Number(priceMax) < price.to)
    return PRICE_PHRASES.say("lower-target", { target: priceMax, currency: price.currency, price: price.to });
  return undefined;
}
