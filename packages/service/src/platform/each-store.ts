import type { StoreId } from "./ids.ts";

/** Does the work of each store by itself, one store after the other, with the store's events in order. When a store fails,
 *  the others are done all the same; then the first failure is thrown. Not at the same time: a reader handles two pages at
 *  once, and the readers together must not use up the eight connections for the work of stores. */
export async function eachStore<E extends { readonly storeId: StoreId }>(
  events: readonly E[],
  work: (storeId: StoreId, events: readonly E[]) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [storeId, ofStore] of Map.groupBy(events, (event) => event.storeId))
    await work(storeId, ofStore).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
