import {
  type Keepsake,
  KeepsakeError,
  type MarketOfVariant,
  type StockLevel,
  type Variant,
} from "../../client/src/keepsake.ts";
import type { KnownVariant, KnownVariants } from "./known-variants.ts";
import type { Reading, ReadVariant } from "./platform.ts";

/** `marketProblem`: why the prices of markets were left out. */
export type Reported = {
  readonly checked: number;
  readonly corrected: number;
  readonly marketProblem?: string | undefined;
};

/** Tells Keepsake what was read. `readFrom` is the moment before the read began: what is newer there stays. */
export async function reportReading(
  { keepsake, known }: { keepsake: Keepsake; known: KnownVariants },
  shop: string,
  reading: Reading,
  readFrom: Date,
): Promise<Reported> {
  const gone = await findGone(known, shop, reading);
  const before = await known.find(shop, reading.variants.map(idOf));
  const knownLocations = new Map(before.map(({ id, locations }) => [id, locations]));
  const occurredAt = readFrom.toISOString();

  const marketProblem = await upsertVariants(
    keepsake,
    reading.variants.map(({ variant }) => variant),
  );
  const levels = [
    ...reading.variants.flatMap((one) => levelsOf(one, knownLocations.get(idOf(one)) ?? [])),
    ...gone.flatMap(({ id, locations }) => locations.map((location) => ({ epi: id, location, quantity: 0 }))),
  ].map(({ location, ...level }): StockLevel => ({ ...level, ...(location === "" ? {} : { location }), occurredAt }));
  const { corrected } = await keepsake.setStock(levels);
  await keepsake.reportOrders(reading.orders);

  await known.save(shop, reading.variants.map(toKnown), readFrom);
  await known.keep(shop, reading.unsettledVariants ?? [], readFrom);
  await known.remove(
    shop,
    gone.map(({ id }) => id),
  );
  return { checked: reading.variants.length, corrected, marketProblem };
}

/** A market that the store does not have must not keep everything else back. Returns what Keepsake says about it. */
async function upsertVariants(keepsake: Keepsake, variants: readonly Variant[]): Promise<string | undefined> {
  const upsert = async (some: readonly Variant[]): Promise<string | undefined> => {
    try {
      await keepsake.upsertVariants(some);
      return undefined;
    } catch (error) {
      if (error instanceof KeepsakeError && error.type === "unknown-market") return error.message;
      throw error;
    }
  };
  if ((await upsert(variants)) === undefined) return undefined;
  // A market that the merchant took out, here and in the store, has no price to be cleared any more.
  const problem = await upsert(variants.map(keepMarkets(({ pr }) => pr !== null)));
  if (problem !== undefined) await keepsake.upsertVariants(variants.map(keepMarkets(() => false)));
  return problem;
}

const keepMarkets =
  (isKept: (market: MarketOfVariant) => boolean) =>
  (variant: Variant): Variant => ({
    ...variant,
    markets: Object.fromEntries(Object.entries(variant.markets ?? {}).filter(([, market]) => isKept(market))),
  });

async function findGone(known: KnownVariants, shop: string, reading: Reading) {
  const { goneVariants, wholeProducts, variants, unsettledVariants = [] } = reading;
  if (goneVariants.length === 0 && wholeProducts.length === 0) return [];
  const found = [...(await known.find(shop, goneVariants)), ...(await known.findOfProducts(shop, wholeProducts))];
  const isRead = new Set([...variants.map(idOf), ...unsettledVariants]);
  return [...new Map(found.filter(({ id }) => !isRead.has(id)).map((one) => [one.id, one])).values()];
}

/** The levels that were read, and 0 for each location that had one before and has none now. */
function levelsOf({ variant: { epi }, levels }: ReadVariant, before: readonly string[]) {
  const locations = new Set(levels.map(({ location }) => location));
  return [
    ...levels.map(({ location, quantity }) => ({ epi, location, quantity: Math.max(0, quantity) })),
    ...before.filter((location) => !locations.has(location)).map((location) => ({ epi, location, quantity: 0 })),
  ];
}

const idOf = ({ variant }: ReadVariant) => String(variant.epi);
const toKnown = ({ variant: { epi, empi }, levels }: ReadVariant): KnownVariant => ({
  id: String(epi),
  productId: String(empi ?? epi),
  locations: levels.map(({ location }) => location),
});
