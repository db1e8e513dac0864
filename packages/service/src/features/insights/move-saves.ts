import type { SystemTx } from "../../platform/db/db.ts";
import type { OutboxEvent } from "../../platform/outbox/events.ts";
import { countPeople } from "./count-people.ts";
import { addSaves, deleteSaves, findMisplacedSaves, type SaveChange } from "./sql.ts";

export type ProductEvent = Extract<OutboxEvent, { subject: "variant.product-changed" }>;

const SAVES_AT_ONCE = 2_000;
/** After each page of saves these variants are read again, so there are few of them. */
const VARIANTS_AT_ONCE = 500;

/** After the catalogue told or changed the product of variants: their saves count for that product from now on. */
export async function moveSaves(tx: SystemTx, events: readonly ProductEvent[]): Promise<void> {
  const all = events.flatMap(({ storeId, payload }) => payload.variantIds.map((variantId) => ({ storeId, variantId })));
  const variants = [...new Map(all.map((one) => [`${one.storeId} ${one.variantId}`, one])).values()];
  for (let first = 0; first < variants.length; first += VARIANTS_AT_ONCE) {
    const some = variants.slice(first, first + VARIANTS_AT_ONCE);
    while (await moveSome(tx, some));
  }
}

/** Returns whether there may be more. */
async function moveSome(
  tx: SystemTx,
  variants: readonly Pick<SaveChange, "storeId" | "variantId">[],
): Promise<boolean> {
  const misplaced = await findMisplacedSaves(tx, variants, SAVES_AT_ONCE);
  if (misplaced.length === 0) return false;
  const moved = misplaced.map(({ newProductId, ...save }) => ({ ...save, productId: newProductId }));
  await countPeople(tx, [...misplaced, ...moved], async () => {
    await deleteSaves(tx, misplaced);
    await addSaves(tx, [...sumUp(moved)]);
  });
  return misplaced.length === SAVES_AT_ONCE;
}

/** A shopper may have saved a variant under several products; the statement needs each row once. */
function sumUp(saves: readonly SaveChange[]): Iterable<SaveChange> {
  const sums = new Map<string, SaveChange>();
  for (const save of saves) {
    const key = `${save.storeId} ${save.variantId} ${save.shopperId}`;
    sums.set(key, { ...save, times: save.times + (sums.get(key)?.times ?? 0) });
  }
  return sums.values();
}
