import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { CHANGES_KEPT } from "../../catalog/stock/follow-stock.ts";
import { prunePlans } from "../retention/prune-plans.ts";
import { LOG_KINDS } from "./plan.ts";

const provider = aProvider(({ mail }) =>
  mail.to.startsWith("p0002") ? { state: "rejected", reason: "no such mailbox" } : { state: "sent" },
);
const shop = await anAlertShop(provider);
const NAMES = Object.keys(LOG_KINDS);
type Store = Awaited<ReturnType<typeof shop.aStore>>;
const logOf = async ({ id }: Store) =>
  (
    await shop.ask<{ kind: number; figures: number[] }>(
      `select kind, array_remove(array[wave, quantity, arrived, told, reserved, people, units], null) as figures
      from plan_log where store_id = $1 order by plan_id, id`,
      [id],
    )
  ).map(({ kind, figures }) => [NAMES[kind], ...figures]);
const bought = (store: Store, mediumvalue: string) =>
  alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue });

test("a plan's log has what each wave knew, also of the unit that a bounce gave back, pauses, and purchases by its recipients", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", perUnit: 1, waitSeconds: 3_600 } });
  await aLine(store, 5);
  await stock(store, 3);
  await shop.begin();
  const [plan] = await shop.ask<{ id: string }>("select id from plans where store_id = $1", [store.id]);
  await alertCall(store, "hold", { plan: plan?.id });
  await alertCall(store, "hold", { plan: plan?.id });
  await alertCall(store, "resume", { plan: plan?.id });
  await shop.work();
  await bought(store, "p0001@example.com");
  await bought(store, "p0005@example.com"); // who still waits
  await stock(store, 0);
  await shop.ask("update plans set next_at = now() where store_id = $1", [store.id]);
  await shop.work();
  // wave, stock, arrived, units selected before, reserved, people, units
  expect(await logOf(store)).toEqual([
    ["selected", 1, 3, 3, 0, 0, 3, 3],
    ["paused"],
    ["resumed"],
    ["selected", 2, 3, 3, 2, 0, 1, 1],
    ["bought", 1, 1],
    ["soldOut", 3, 0, 3, 3, 0, 0, 0],
  ]);
});

test("a purchase counts for the last alert that reached the shopper, and not when they wait again", async () => {
  const store = await shop.aStore();
  const [again, once] = ["p0001@example.com", "p0003@example.com"];
  await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  await stock(store, 0);
  await subscribeAs(store, again);
  await subscribeAs(store, once);
  await bought(store, again);
  await stock(store, 5);
  await shop.work();
  await bought(store, once);
  await bought(store, once);
  const purchases = await shop.ask(
    "select p.number from plan_log l join plans p on p.id = l.plan_id where l.store_id = $1 and l.kind = 6",
    [store.id],
  );
  expect(purchases).toEqual([{ number: 2 }]);
});

test("the ledger says how many units a shopper wanted when they signed up, and when they changed it", async () => {
  const store = await shop.aStore();
  for (const qty of [2, 2, 5]) await subscribeAs(store, "ada@example.com", [aProduct(1, { qty })]);
  const rows = await shop.ask("select reason, quantity, waited_since from ledger where store_id = $1 order by at", [
    store.id,
  ]);
  expect(rows).toEqual([
    { reason: "signed up", quantity: 2, waited_since: null },
    { reason: "wants 5, not 2", quantity: 5, waited_since: null },
  ]);
});

test("the stock of a restock is kept as it changes, up to a number of changes, and is deleted with its plan", async () => {
  const store = await shop.aStore({ stock: { lowAt: 0 } });
  const history = () =>
    shop.ask(`select number, quantity, arrived, is_in as "isIn" from stock_history where store_id = $1 order by id`, [
      store.id,
    ]);
  await stock(store, 4);
  await stock(store, 3);
  expect(await history()).toEqual([]);
  await stock(store, 0);
  await aLine(store, 1);
  for (const quantity of [8, 5, 5, 6]) {
    await stock(store, quantity);
    await shop.work();
  }
  await stock(store, 0);
  await stock(store, 2);
  expect(await history()).toEqual([
    { number: 2, quantity: 8, arrived: 8, isIn: true },
    { number: 2, quantity: 5, arrived: 8, isIn: true },
    { number: 2, quantity: 6, arrived: 9, isIn: true },
    { number: 2, quantity: 0, arrived: 9, isIn: false },
    { number: 2, quantity: 2, arrived: 11, isIn: false },
    { number: 3, quantity: 2, arrived: 2, isIn: true },
  ]);
  const [left] = await shop.ask<{ left: number }>(`select history_left as left from stock where store_id = $1`, [
    store.id,
  ]);
  expect(left?.left).toBe(CHANGES_KEPT - 4);
  await shop.ask("update stock set history_left = 1 where store_id = $1", [store.id]);
  for (const quantity of [3, 4]) await stock(store, quantity);
  expect((await history()).length).toBe(7);
  await shop.ask("update plans set keep_until = now() where store_id = $1", [store.id]);
  await prunePlans(shop.service.deps.db);
  expect(await history()).toHaveLength(2);
  expect(await logOf(store)).toEqual([]);
});
