import type { SystemTx } from "../../platform/db/db.ts";
import { addPeople, findSavers, type Saver } from "./sql.ts";

/** Runs a change of saves and corrects the number of people of the products. A person counts for a product while they have
 *  one of its variants on at least one list. */
export async function countPeople(tx: SystemTx, affected: readonly Saver[], change: () => Promise<unknown>) {
  const savers = [...new Map(affected.map((saver) => [keyOf(saver), saver])).values()];
  const before = new Set((await findSavers(tx, savers)).map(keyOf));
  await change();
  const after = new Set((await findSavers(tx, savers)).map(keyOf));
  const people = new Map<string, { storeId: Saver["storeId"]; productId: string; people: number }>();
  for (const saver of savers) {
    const more = Number(after.has(keyOf(saver))) - Number(before.has(keyOf(saver)));
    const { storeId, productId } = saver;
    const product = `${storeId} ${productId}`;
    people.set(product, { storeId, productId, people: (people.get(product)?.people ?? 0) + more });
  }
  const changes = [...people.values()].filter((one) => one.people !== 0);
  if (changes.length > 0) await addPeople(tx, changes);
}

const keyOf = ({ storeId, productId, shopperId }: Saver) => `${storeId} ${shopperId} ${productId}`;
