/** How a subscription stands; the numbers are those of the table. */
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

const WORDS = Object.keys(STATES) as State[];
export const stateName = (state: number): State => WORDS[state] ?? "expired";
