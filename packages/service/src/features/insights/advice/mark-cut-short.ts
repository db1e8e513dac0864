import type { PastRestock } from "./past-restock.ts";

/** When a restock sold, in seconds. */
export type Timed = Omit<PastRestock, "isCutShort"> & {
  /** How long those who bought took on average; null when nobody did, or it is not known. */
  readonly secondsToBuy: number | null;
  /** How long there were units after the alerts; null when they lasted longer than the window in which a purchase counts. */
  readonly secondsInStock: number | null;
};

/** A restock was long enough if its units lasted so many times as long as buyers take on average. If most buy soon and ever fewer
 *  later, about 97 % of them have bought by then. */
const TIMES_TO_BUY = 4;
/** How long buyers take is not known from fewer of them. */
const BUYERS_MIN = 10;

/** A restock that lasted so much of the time lasted about as long. */
const ABOUT = 0.9;

/** Says for each restock whether its units ran out before those who were notified had the time to buy: because they bought them,
 *  or because other customers did. How long buyers take is seen in the restocks that lasted about as long, or longer. */
export function markCutShort(restocks: readonly Timed[]): PastRestock[] {
  return restocks.map(({ notified, bought, secondsInStock: lasted }) => {
    if (lasted === null) return { notified, bought, isCutShort: false };
    const longer = restocks.filter((one) => one.secondsInStock === null || one.secondsInStock >= ABOUT * lasted);
    const timed = longer.flatMap((one) => (one.secondsToBuy === null ? [] : [{ ...one, seconds: one.secondsToBuy }]));
    const buyers = timed.reduce((sum, one) => sum + one.bought, 0);
    const seconds = timed.reduce((sum, one) => sum + one.bought * one.seconds, 0);
    return { notified, bought, isCutShort: buyers < BUYERS_MIN || lasted * buyers < TIMES_TO_BUY * seconds };
  });
}
