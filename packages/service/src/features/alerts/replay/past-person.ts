import { hash } from "node:crypto";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import type { LineMember, PastEntry } from "../../subscriptions/past-line/find-past.ts";
import { STATES } from "../../subscriptions/state.ts";
import { codeOf, type Reason } from "../delivery/reason.ts";
import { OFFER_STATES } from "../offers/offer.ts";
import type { Pace } from "./pace.ts";

// All times are in microseconds since 1970, as the places in line. They are whole numbers, and exact.

/** What changed whether somebody was in line. `planId`: the plan that did it; null for what the person did. */
type PastEvent = { readonly at: number; readonly planId: PlanId | null } & (
  | { readonly kind: "joined"; readonly place: number }
  /** Their offer ended, and they are at their place again. */
  | { readonly kind: "returned" }
  | { readonly kind: "left" }
);

export type PastDelivery = {
  readonly at: number;
  /** Whether the alert reached the person, or may have. */
  readonly hasReached: boolean;
  /** Whether it could not be delivered. */
  readonly hasFailed: boolean;
};

type PastOffer = {
  readonly planId: PlanId;
  readonly until: number;
  readonly units: number;
  readonly isUnused: boolean;
};

/** How somebody answered an offer of a plan, and how long after the alert. */
type Answer = { readonly kind: "accepted" | "declined"; readonly at: number };

/** Somebody who was in a line, with everything that is known of it. */
export type PastPerson = {
  readonly id: SubscriptionId;
  /** Their order in a draw. */
  readonly rank: number;
  /** In the order of time. */
  readonly events: readonly PastEvent[];
  readonly deliveries: ReadonlyMap<PlanId, PastDelivery>;
  readonly offers: readonly PastOffer[];
  readonly answers: ReadonlyMap<PlanId, Answer>;
  /** When they confirmed a sign-up by the link in the mail. */
  readonly confirmedAt: readonly number[];
  /** When they bought, unsubscribed, or their address was suppressed. `planId`: the plan that a purchase counts for. */
  readonly ends: readonly { readonly at: number; readonly isBought: boolean; readonly planId: PlanId | null }[];
  /** How many units they wanted from then on. */
  readonly wanted: readonly { readonly at: number; readonly quantity: number }[];
};

export type DeliveryRow = {
  readonly id: SubscriptionId;
  readonly planId: PlanId;
  readonly at: number;
  readonly place: number;
  readonly quantity: number;
  readonly reason: number;
};
export type OfferRow = {
  readonly id: SubscriptionId;
  readonly planId: PlanId;
  readonly until: number | null;
  readonly units: number;
  readonly state: number;
};

const codes = (...reasons: Reason[]) => new Set<number>(reasons.map(codeOf));
const REACHED = codes("inLedger", "sent", "mayHaveArrived", "offered", "mayBeOffered");
const FAILED = codes("refused", "noSender", "gaveUp", "suppressed");
const UNUSED_OFFERS: readonly number[] = [OFFER_STATES.passed, OFFER_STATES.expired];

/** The same as `line_rank` of the database. */
const rankOf = (id: SubscriptionId) => hash("md5", id, "buffer").readInt32BE(0);

type Rows = {
  readonly members: readonly LineMember[];
  readonly entries: readonly PastEntry[];
  readonly deliveries: readonly DeliveryRow[];
  readonly offers: readonly OfferRow[];
};

/** Puts together what the tables say of each person. A place is known from the row or entry that ended the wait there. */
export async function assemblePeople(
  { members, entries, deliveries, offers }: Rows,
  pace: Pace,
): Promise<PastPerson[]> {
  const entriesOf = await groupById(entries, pace);
  const deliveriesOf = await groupById(deliveries, pace);
  const offersOf = await groupById(offers, pace);
  const current = new Map(members.map((member) => [member.id, member]));
  // People whose subscription was deleted still have deliveries.
  const ids = new Set([...current.keys(), ...deliveriesOf.keys()]);
  const people: PastPerson[] = [];
  for (const id of ids) {
    if (people.length % AT_ONCE === 0) await pace();
    people.push(
      toPerson(id, {
        member: current.get(id),
        ledger: entriesOf.get(id) ?? [],
        delivered: deliveriesOf.get(id) ?? [],
        offered: offersOf.get(id) ?? [],
      }),
    );
  }
  return people;
}
const AT_ONCE = 500;

async function groupById<Row extends { readonly id: SubscriptionId }>(rows: readonly Row[], pace: Pace) {
  const groups = new Map<SubscriptionId, Row[]>();
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === 0) await pace();
    const group = groups.get(row.id);
    if (group) group.push(row);
    else groups.set(row.id, [row]);
  }
  return groups;
}

function toPerson(
  id: SubscriptionId,
  {
    member,
    ledger,
    delivered,
    offered,
  }: {
    readonly member: LineMember | undefined;
    readonly ledger: readonly PastEntry[];
    readonly delivered: readonly DeliveryRow[];
    readonly offered: readonly OfferRow[];
  },
): PastPerson {
  const places = new Set<number>();
  if (member?.place != null) places.add(member.place);
  const events: PastEvent[] = [];
  for (const { at, planId, place, reason } of delivered) {
    places.add(place);
    if (REACHED.has(reason) || FAILED.has(reason)) events.push({ at, planId, kind: "left" });
  }
  for (const { at, planId, state, waitedSince } of ledger) {
    if (waitedSince !== null) places.add(waitedSince);
    if (state === STATES.waiting && planId) events.push({ at, planId, kind: "returned" });
    if (state === STATES.expired || state === STATES.notified) events.push({ at, planId, kind: "left" });
    if (ENDS.has(state)) events.push({ at, planId: null, kind: "left" });
  }
  for (const place of places) events.push({ at: place, planId: null, kind: "joined", place });
  return {
    id,
    rank: rankOf(id),
    events: events.toSorted((one, other) => one.at - other.at),
    deliveries: new Map(
      delivered.map(({ planId, at, reason }) => [
        planId,
        { at, hasReached: REACHED.has(reason), hasFailed: FAILED.has(reason) },
      ]),
    ),
    offers: offered.flatMap(({ planId, until, units, state }) =>
      until === null ? [] : [{ planId, until, units, isUnused: UNUSED_OFFERS.includes(state) }],
    ),
    answers: new Map(ledger.flatMap(({ at, planId, reason }) => answersIn(at, planId, reason))),
    confirmedAt: ledger.filter(({ reason }) => reason.startsWith("confirmed ")).map(({ at }) => at),
    ends: ledger
      .filter(({ state }) => ENDS.has(state))
      .map(({ at, state, planId }) => ({ at, isBought: state === STATES.bought, planId })),
    wanted: wantedBy(ledger, delivered, member),
  };
}
/** What a person does, or what becomes of their address, whatever a plan does. */
const ENDS = new Set<number>([STATES.bought, STATES.unsubscribed, STATES.undeliverable]);

function answersIn(at: number, planId: PlanId | null, reason: string): [PlanId, Answer][] {
  if (!planId) return [];
  if (reason === "declined the offer") return [[planId, { kind: "declined", at }]];
  return reason.startsWith("accepted, first chance") || reason.startsWith("accepted, reserved")
    ? [[planId, { kind: "accepted", at }]]
    : [];
}

/** Entries of older versions do not say how many units a sign-up was for: then the first number that is known counts. */
function wantedBy(
  ledger: readonly PastEntry[],
  delivered: readonly DeliveryRow[],
  member: LineMember | undefined,
): PastPerson["wanted"] {
  const known = [
    ...ledger.flatMap(({ at, state, quantity }) =>
      quantity === null || state > STATES.offered ? [] : [{ at, quantity }],
    ),
    ...delivered.map(({ at, quantity }) => ({ at, quantity })),
  ].toSorted((one, other) => one.at - other.at);
  const left = ledger.find(({ waitedSince, quantity }) => waitedSince !== null && quantity !== null);
  return known.length > 0 ? known : [{ at: 0, quantity: left?.quantity ?? member?.quantity ?? 1 }];
}

/** How many units a person wanted at a time. */
export function wantedAt({ wanted }: PastPerson, at: number): number {
  let quantity = wanted[0]?.quantity ?? 1;
  for (const one of wanted) if (one.at <= at) quantity = one.quantity;
  return quantity;
}
