import type { Runner, Statement } from "../../platform/db/db.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";

export type ShopperKey = { readonly storeId: StoreId; readonly shopperId: ShopperId };

const STATES: Statement = {
  name: "list-states",
  text: `select asked.place::int, count(l.id) || ':' || coalesce(sum(l.count), 0) || ':' || coalesce(max(l.updated_at)::text, '') as state
    from unnest($1::int[], $2::bigint[]) with ordinality as asked (store_id, shopper_id, place)
    left join lists l on l.store_id = asked.store_id and l.shopper_id = asked.shopper_id
    group by asked.place`,
};

/** Returns a text for each shopper that is different after any change of their lists. */
export async function findListStates(runner: Runner, shoppers: readonly ShopperKey[]): Promise<string[]> {
  const rows = await runner.run<{ place: number; state: string }>(STATES, [
    shoppers.map((one) => one.storeId),
    shoppers.map((one) => one.shopperId),
  ]);
  const states: string[] = shoppers.map(() => "");
  for (const { place, state } of rows) states[place - 1] = state;
  return states;
}
