import type { Db } from "../../../platform/db/db.ts";
import { newIds } from "../../../platform/db/new-ids.ts";
import { policyOf } from "../../alerts/plans/policy.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { startOfDay } from "./calendar.ts";
import type { SampleVariant } from "./cycles.ts";
import { simulateYear } from "./simulate-year.ts";
import { writeHistory } from "./write-history.ts";

/** A variant of the catalogue with its stock of now. */
export type SampleGoods = Omit<SampleVariant, "id"> & { readonly platformId: string };

export type FillOptions = {
  readonly seed: number;
  /** The history ends at the midnight before it, in UTC. */
  readonly now: number;
  readonly shoppers: number;
  readonly goods: readonly SampleGoods[];
  /** Who did what the audit log says. */
  readonly owner: string;
};

export type FillDeps = { readonly db: Db; readonly hashAddress: HashAddress; readonly variants: VariantCache };

/** Each shopper takes at most so many ids: their own, a list, and what they sign up for. */
const IDS_PER_SHOPPER = 8;
const IDS_FOR_PLANS = 4_000;

/** Fills a store that knows these goods, and has had no shoppers yet, with a year of history. Nothing in it is sent or
 *  notified: it is written as already done. The same seed, goods and day give the same figures. */
export async function fillStore(
  deps: FillDeps,
  store: Store,
  { seed, now, shoppers, goods, owner }: FillOptions,
): Promise<void> {
  const known = await deps.variants.findByPlatformIds(
    store.id,
    goods.map(({ platformId }) => platformId),
    { create: false },
  );
  const variants = goods.flatMap((one, index): SampleVariant[] => {
    const variant = known[index];
    return variant ? [{ ...one, id: variant.id }] : [];
  });
  if (variants.length === 0) throw new Error("The catalogue of the store has none of these goods");
  const ids = await deps.db.inStore(store.id, (tx) => newIds(tx, shoppers * IDS_PER_SHOPPER + IDS_FOR_PLANS));
  const takeId = () => {
    const id = ids.pop();
    if (!id) throw new Error("The sample needs more ids");
    return id;
  };
  const policies = { backinstock: policyOf(store, "backinstock"), pricedrop: policyOf(store, "pricedrop") };
  const end = startOfDay(now);
  await writeHistory(deps, store, simulateYear({ seed, end, shoppers, variants, policies, takeId }), { owner });
  deps.variants.forget(variants.map(({ id }) => id));
}
