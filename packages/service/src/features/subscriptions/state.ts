import { fragment, literal } from "../../platform/db/fragment.ts";
import { findStateName } from "../../platform/db/state-name.ts";

/** The state of a subscription; the numbers are those of the table. */
export const STATES = {
  unconfirmed: 0,
  waiting: 1,
  offered: 2,
  notified: 3,
  bought: 4,
  expired: 5,
  unsubscribed: 6,
  undeliverable: 7,
} as const;
export type State = keyof typeof STATES;

export const stateName = (state: number): State => findStateName(STATES, state) ?? "expired";

// For SQL. These are literals, because a generic plan with parameters could not use the partial indexes.
export const UNCONFIRMED = literal(STATES.unconfirmed);
export const WAITING = literal(STATES.waiting);
export const OFFERED = literal(STATES.offered);
export const NOTIFIED = literal(STATES.notified);
export const BOUGHT = literal(STATES.bought);
export const UNSUBSCRIBED = literal(STATES.unsubscribed);
export const UNDELIVERABLE = literal(STATES.undeliverable);

/** A subscription in this state or a later one has ended. `stateNow < ${FIRST_ENDED}` selects those that can still
 *  lead to an alert. */
export const FIRST_ENDED = literal(STATES.notified);
/** An undeliverable subscription seems to wait to everyone but the owner of the address, so its shopper can remove it too. */
export const seemsOpen = (column: string) =>
  fragment(`(${column} < ${FIRST_ENDED.text} or ${column} = ${UNDELIVERABLE.text})`);
export const isOpen = (state: number) => state < STATES.notified;
