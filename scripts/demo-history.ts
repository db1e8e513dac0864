import { PRODUCTS } from "../packages/demo-store/src/products.ts";
import type { Deps } from "../packages/service/src/app.ts";
import { fillStore } from "../packages/service/src/features/dashboard/samples/fill-store.ts";

const HISTORY = { seed: 2026, shoppers: 3_000 };
/** Of the product that the demo sells out and restocks, so that one restock is enough for everyone who waits. */
const WAITING_MAX = 4;

/** Fills the demo shop, whose products the service must know, with a year of shoppers, alerts and orders. */
export async function fillDemoShop(deps: Deps, { pid, owner }: { readonly pid: string; readonly owner: string }) {
  const soldOut = PRODUCTS.flatMap(({ variants }) => variants).find(({ stock }) => stock === 0);
  const goods = PRODUCTS.flatMap(({ id, price, variants }) =>
    variants.map((variant) => ({
      platformId: String(variant.id),
      productId: String(id),
      price,
      currency: "EUR",
      quantity: variant.stock,
      ...(variant === soldOut ? { waitingMax: WAITING_MAX } : {}),
    })),
  );
  await fillStore(deps, await deps.stores.getByPid(pid), { ...HISTORY, now: Date.now(), goods, owner });
}
