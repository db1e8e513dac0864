/** Orders are read a little further back: the clocks of the platform and its database may differ from ours. */
const OVERLAP_MS = 10 * 60_000;
/** A shop that starts today does not report the orders of years. */
const FIRST_MS = 24 * 60 * 60_000;

/** Since when a reconcile reads changed orders, after the start of the last one that succeeded. */
export const ordersSince = (reconciledFrom: number | undefined, now: number): Date =>
  new Date(reconciledFrom === undefined ? now - FIRST_MS : reconciledFrom - OVERLAP_MS);
