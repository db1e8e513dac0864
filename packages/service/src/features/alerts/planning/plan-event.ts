import type { OutboxEvent, Subject } from "../../../platform/outbox/events.ts";

/** In the order in which one round of work handles them. */
const SUBJECTS = {
  causes: ["stock.restocked", "stock.ran-low", "price.dropped"],
  moreUnits: ["stock.added"],
  confirmations: ["alert.confirmed"],
  departures: ["alert.unsubscribed", "alert.failed"],
} as const satisfies Record<string, readonly Subject[]>;

type Kind = keyof typeof SUBJECTS;
type EventOf<K extends Kind> = Extract<OutboxEvent, { subject: (typeof SUBJECTS)[K][number] }>;

/** The events that plans depend on. */
export type PlanEvent = EventOf<Kind>;
/** Starts the alerts of a topic. */
export type Cause = EventOf<"causes">;
export type MoreUnits = EventOf<"moreUnits">;
export type Confirmation = EventOf<"confirmations">;
export type Departure = EventOf<"departures">;

const is =
  <K extends Kind>(kind: K) =>
  (event: OutboxEvent): event is EventOf<K> =>
    (SUBJECTS[kind] as readonly Subject[]).includes(event.subject);
export const isCause = is("causes");
export const isMoreUnits = is("moreUnits");
export const isConfirmation = is("confirmations");
export const isDeparture = is("departures");

const KINDS = Object.values<readonly Subject[]>(SUBJECTS);
export const PLAN_SUBJECTS = KINDS.flat();
export const isPlanEvent = (event: OutboxEvent): event is PlanEvent => PLAN_SUBJECTS.includes(event.subject);

const variantsOf = (event: PlanEvent) =>
  isConfirmation(event) || isDeparture(event) ? event.payload.variantIds : [event.payload.variantId];

/** Divides the events of a store into rounds. Each round handles first all causes, then all added units, confirmations and
 *  departures. Every variant still sees its events in their order: an event that would come too early is in a later round. */
export function inRounds(events: readonly PlanEvent[]): PlanEvent[][] {
  const rounds: PlanEvent[][] = [];
  const lastPlaces = new Map<string, number>();
  for (const event of events) {
    const after = Math.max(0, ...variantsOf(event).map((variantId) => lastPlaces.get(variantId) ?? 0));
    const kind = KINDS.findIndex((subjects) => subjects.includes(event.subject));
    const round = Math.ceil((after - kind) / KINDS.length);
    for (const variantId of variantsOf(event)) lastPlaces.set(variantId, round * KINDS.length + kind);
    rounds[round] ??= [];
    rounds[round].push(event);
  }
  return rounds.filter((round) => round !== undefined);
}
