import type { StoreTx } from "../../platform/db.ts";
import type { Store } from "../stores/store.ts";
import type { Product } from "./product.ts";
import { setStock } from "./set-stock.ts";
import { storePrices, storeVariants } from "./sql.ts";

export type SaidVariant = {
  readonly epi: string;
  readonly empi: string | null;
  /** A field that is null is taken away; one that is absent stays. */
  readonly product: { readonly [Field in keyof Product]: Product[Field] | null };
  readonly stock?: { readonly quantity: number; readonly occurredAt: string };
};

/** Stores what the shop's server says of variants: product data, the price in its currency, and stock where it is given. */
export async function upsertVariants(tx: StoreTx, store: Store, said: readonly SaidVariant[]): Promise<void> {
  const latest = [...new Map(said.map((one) => [one.epi, one])).values()]; // of one named twice, the later word counts
  const ids = new Map((await storeVariants(tx, latest)).map(({ id, epi }) => [epi, id]));
  const known = latest.flatMap((one) => {
    const variantId = ids.get(one.epi);
    return variantId ? [{ ...one, variantId }] : [];
  });
  await storePrices(
    tx,
    known.flatMap(({ variantId, product: { pr, currency, compareAtPrice } }) =>
      typeof pr === "number" && typeof currency === "string"
        ? [{ variantId, currency, price: pr, compareAt: compareAtPrice ?? null }]
        : [],
    ),
  );
  await setStock(
    tx,
    store,
    known.flatMap(({ variantId, stock }) => (stock ? [{ variantId, location: "", ...stock }] : [])),
  );
  tx.ringAfterCommit();
}
