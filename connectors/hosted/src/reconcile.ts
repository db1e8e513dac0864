import type { Keepsake } from "../../client/src/keepsake.ts";
import type { Shop } from "./installations.ts";
import type { KnownVariants } from "./known-variants.ts";
import { HINTS_PER_READ, type Platform, type Reading, type ReadVariant } from "./platform.ts";
import { type Reported, reportReading } from "./report-reading.ts";
import type { Reservations } from "./reservations.ts";
import { releaseForgottenHolds } from "./serve-holds.ts";

type Deps = {
  readonly keepsake: Keepsake;
  readonly known: KnownVariants;
  readonly reservations: Reservations;
  readonly platform: Platform;
  readonly clock: () => number;
};

const GONE_PER_CALL = 500;
/** Orders are read a little further back: the platform's clock and its index may be behind. */
const ORDERS_OVERLAP_MS = 10 * 60_000;
/** A shop that connects today does not report the orders of years. */
const FIRST_ORDERS_MS = 60 * 60_000;

/** Compares everything: reads all variants, stock and new orders of the platform, and reports them. */
export async function reconcile(deps: Deps, shop: Shop, signal: AbortSignal): Promise<Reported> {
  const { platform, clock, keepsake, reservations } = deps;
  const startedAt = new Date(clock());
  const sum: { checked: number; corrected: number; marketProblem: string | undefined } = {
    checked: 0,
    corrected: 0,
    marketProblem: undefined,
  };
  const report = async (reading: Partial<Reading>, readFrom: Date) => {
    const { checked, corrected, marketProblem } = await reportReading(
      deps,
      shop.shop,
      { ...NOTHING, ...reading },
      readFrom,
    );
    sum.checked += checked;
    sum.corrected += corrected;
    sum.marketProblem ??= marketProblem;
  };

  const released = platform.reservations ? await releaseForgottenHolds(deps, shop) : [];
  const reserved = new Set(released);
  for (const { variantId } of await reservations.findAll(shop.shop)) reserved.add(variantId);
  for await (const page of platform.readAll(shop, signal))
    await report({ variants: page.filter((one) => !reserved.has(idOf(one))) }, startedAt);
  // A long read sees stock and our own reservations at different times, so that units would count twice or not at all.
  for (const { variantId } of await reservations.findAll(shop.shop)) reserved.add(variantId);
  for (const ids of pages([...reserved], HINTS_PER_READ)) {
    const readFrom = new Date(clock());
    await report(await platform.read(shop, ids.map(platform.variantHint)), readFrom);
  }
  await reportGone();

  if (platform.readOrders) {
    const since = shop.reconciledFrom
      ? shop.reconciledFrom.getTime() - ORDERS_OVERLAP_MS
      : startedAt.getTime() - FIRST_ORDERS_MS;
    for await (const orders of platform.readOrders(shop, new Date(since))) await keepsake.reportOrders(orders);
  }
  return sum;

  /** What Keepsake knows and this reconcile did not meet was deleted at the platform. */
  async function reportGone() {
    for (;;) {
      const gone = await deps.known.findUnchecked(shop.shop, startedAt, GONE_PER_CALL);
      if (gone.length > 0) await report({ goneVariants: gone.map(({ id }) => id) }, startedAt);
      if (gone.length < GONE_PER_CALL) return;
    }
  }
}

const NOTHING: Reading = { variants: [], orders: [], goneVariants: [], wholeProducts: [] };
const idOf = ({ variant }: ReadVariant) => String(variant.epi);

function* pages<T>(all: readonly T[], size: number) {
  for (let index = 0; index < all.length; index += size) yield all.slice(index, index + size);
}
