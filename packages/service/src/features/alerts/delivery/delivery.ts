import type { PlanId, StoreId, SubscriptionId } from "../../../platform/ids.ts";
import type { Position } from "../../subscriptions/line/range.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import type { Reason } from "./reason.ts";

/** The numbers are those of the table. "begun": the message goes to a provider that must not get it twice, and the
 *  provider's answer is not recorded yet. */
export const DELIVERY_STATES = { begun: 0, sent: 1, skipped: 2, failed: 3, ambiguous: 4 } as const;
type DeliveryState = keyof typeof DELIVERY_STATES;

export type DeliveryCounts = Readonly<Partial<Record<DeliveryState, number>>>;

/** The numbers are those of the table. Ready chunks are leased in the order of their turns. */
export const CHUNK_STATES = { ready: 0, leased: 1, postponed: 2, held: 3 } as const;

/** Some of the people that a wave selected, for one worker at a time: a range of the line, or a list of those who are tried
 *  again or confirmed late. */
export type Chunk = {
  readonly storeId: StoreId;
  readonly id: string;
  readonly planId: PlanId;
  readonly wave: number;
  readonly tries: number;
  /** How often it was leased. A worker whose lease ended has an older number. */
  readonly lease: number;
  readonly people: { readonly next: Position; readonly last: Position } | PeopleInLine;
};

/** Some people by their ids, without those who left the line and joined it again after `joinedUntil`. */
export type PeopleInLine = { readonly ids: readonly SubscriptionId[]; readonly joinedUntil: string };

/** These people as they are in line now. */
export const inLine = (people: readonly Pick<Recipient, "id" | "place">[]): PeopleInLine => ({
  ids: people.map(({ id }) => id),
  joinedUntil: String(people.reduce((last, { place }) => (BigInt(place) > last ? BigInt(place) : last), 0n)),
});

/** How one delivery ended. */
export type DeliveryOutcome = {
  readonly recipient: Pick<Recipient, "id" | "contactId" | "place" | "quantity" | "addressHash">;
  readonly state: DeliveryState;
  readonly reason: Reason;
  readonly detail?: string;
  /** Whether the provider refused the address permanently. */
  readonly isBounced?: boolean;
};
