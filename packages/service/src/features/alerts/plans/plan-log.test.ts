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

test("a plan's log has what each wave knew, also of the unit that a bounce gave back, and pauses", async () => {
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
  const purchases = await shop.ask("select number, bought from plans where store_id = $1 order by number", [store.id]);
  expect(purchases).toEqual([
    { number: 1, bought: 0 },
    { number: 2, bought: 1 },
  ]);
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

const historyOf = ({ id }: Store) =>
  shop.ask(`select number, quantity, arrived, is_in as "isIn" from stock_history where store_id = $1 order by id`, [
    id,
  ]);
const leftOf = async ({ id }: Store) =>
  (await shop.ask<{ left: number }>("select history_left as left from stock where store_id = $1", [id]))[0]?.left;
async function prune({ id }: Store) {
  await shop.ask("update plans set keep_until = now() where store_id = $1", [id]);
  await prunePlans(shop.service.deps.db);
}

test("the stock of a restock is kept as it changes, from its plan to the next restock, up to a number of changes, and is deleted with its plan", async () => {
  const store = await shop.aStore({ stock: { lowAt: 0 } });
  await stock(store, 4);
  await stock(store, 3);
  expect(await historyOf(store)).toEqual([]);
  await stock(store, 0);
  await aLine(store, 1);
  for (const quantity of [8, 5, 5, 6]) {
    await stock(store, quantity);
    await shop.work();
  }
  await stock(store, 0);
  expect(await leftOf(store)).toBe(CHANGES_KEPT - 3);
  // Nobody waits for the next restock, so it has no plan that its stock could be deleted with.
  for (const quantity of [2, 1]) await stock(store, quantity);
  await shop.work();
  expect(await historyOf(store)).toEqual([
    { number: 2, quantity: 8, arrived: 8, isIn: true },
    { number: 2, quantity: 5, arrived: 8, isIn: true },
    { number: 2, quantity: 6, arrived: 9, isIn: true },
    { number: 2, quantity: 0, arrived: 9, isIn: false },
    { number: 2, quantity: 2, arrived: 11, isIn: false },
  ]);
  await stock(store, 0);
  await subscribeAs(store, "p0001@example.com");
  await stock(store, 9);
  await shop.work();
  await shop.ask("update stock set history_left = 1 where store_id = $1", [store.id]);
  for (const quantity of [3, 4]) await stock(store, quantity);
  expect((await historyOf(store)).slice(5)).toEqual([
    { number: 4, quantity: 9, arrived: 9, isIn: true },
    { number: 4, quantity: 3, arrived: 9, isIn: true },
  ]);
  await prune(store);
  expect(await historyOf(store)).toEqual([]);
  expect(await logOf(store)).toEqual([]);
});

test("when the plan of a restock is deleted while units are left, no more of its stock is kept", async () => {
  const store = await shop.aStore({ stock: { lowAt: 0 } });
  await aLine(store, 1);
  await stock(store, 8);
  await shop.work();
  await stock(store, 7);
  expect(await historyOf(store)).toHaveLength(2);
  await prune(store);
  for (const quantity of [6, 0, 5]) await stock(store, quantity);
  expect(await historyOf(store)).toEqual([]);
  expect(await leftOf(store)).toBe(0);
});

test("the stock is kept only for restocks: not for alerts that the merchant starts, nor for a plan that is made after the next restock", async () => {
  const store = await shop.aStore({ stock: { lowAt: 0 } });
  await stock(store, 5);
  await shop.work();
  await aLine(store, 1);
  await alertCall(store, "send", { epi: 1, topic: "backinstock" });
  await stock(store, 4);
  await shop.work();
  expect(await historyOf(store)).toEqual([]);
  await subscribeAs(store, "p0001@example.com");
  for (const quantity of [0, 3, 0, 2]) await stock(store, quantity);
  await shop.work();
  expect(await shop.ask("select number from plans where store_id = $1 and cause = 0 order by id", [store.id])).toEqual([
    { number: 2 },
    { number: 3 },
  ]);
  expect(await historyOf(store)).toEqual([{ number: 3, quantity: 2, arrived: 2, isIn: true }]);
});
