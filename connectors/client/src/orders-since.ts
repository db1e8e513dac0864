/** Orders are read a little further back: the clocks of the platform and its database may differ from ours. */
const OVERLAP_MS = 10 * 60_000;
/** After a start, so that a connector that was down for days loses no order. One that is reported again comes back unchanged. */
const FIRST_MS = 14 * 24 * 60 * 60_000;

/** Since when a reconcile reads changed orders, after the start of the last one that succeeded. */
export const ordersSince = (reconciledFrom: number | undefined, now: number): Date =>
  new Date(reconciledFrom === undefined ? now - FIRST_MS : reconciledFrom - OVERLAP_MS);
