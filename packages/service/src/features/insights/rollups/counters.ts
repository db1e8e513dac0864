/** The name of the reader that counts. Its positions say what is in the figures. */
export const ROLL_UP = "roll-up";

/** What is counted for each day, and the column of each. */
export const COUNTERS = {
  signedUp: "signed_up",
  confirmed: "confirmed",
  notified: "notified",
  failed: "failed",
  unsubscribed: "unsubscribed",
  offered: "offered",
  clicked: "clicked",
  bought: "bought",
  saved: "saved",
  unsaved: "unsaved",
  restocks: "restocks",
  units: "units",
} as const;
export type Counter = keyof typeof COUNTERS;
export const COUNTER_NAMES = Object.keys(COUNTERS) as Counter[];
export const COUNTER_COLUMNS = Object.values(COUNTERS);

export type Counts = Readonly<Record<Counter, number>>;
