import type { SystemTx } from "../../platform/db/db.ts";
import type { OutboxEvent } from "../../platform/outbox/events.ts";
import { countPeople } from "./count-people.ts";
import { addSaves, deleteSaves, findProducts, findSavesOfOthers, type SaveChange } from "./sql.ts";

export type ProductEvent = Extract<OutboxEvent, { subject: "variant.product-changed" }>;

const PAGE = 2_000;

/** After the catalogue told or changed the product of variants: their saves count for that product from now on. */
export async function moveSaves(tx: SystemTx, events: readonly ProductEvent[]): Promise<void> {
  const variants = events.flatMap(({ storeId, payload }) =>
    payload.variantIds.map((variantId) => ({ storeId, variantId })),
  );
  if (variants.length === 0) return;
  const unique = [...new Map(variants.map((one) => [`${one.storeId} ${one.variantId}`, one])).values()];
  for (const variant of await findProducts(tx, unique)) {
    let isMore = true;
    while (isMore) isMore = await movePage(tx, variant);
  }
}

type Product = Awaited<ReturnType<typeof findProducts>>[number];

async function movePage(tx: SystemTx, variant: Product): Promise<boolean> {
  const others = await findSavesOfOthers(tx, variant, PAGE);
  if (others.length === 0) return false;
  const moved = others.map((save) => ({ ...save, productId: variant.productId }));
  await countPeople(tx, [...others, ...moved], async () => {
    await deleteSaves(tx, others);
    await addSaves(tx, [...sumUp(moved)]);
  });
  return others.length === PAGE;
}

/** A shopper may have saved the variant under several products; the statement needs each row once. */
function sumUp(saves: readonly SaveChange[]): Iterable<SaveChange> {
  const sums = new Map<string, SaveChange>();
  for (const save of saves) {
    const times = save.times + (sums.get(save.shopperId)?.times ?? 0);
    sums.set(save.shopperId, { ...save, times });
  }
  return sums.values();
}
