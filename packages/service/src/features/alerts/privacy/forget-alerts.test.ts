import { expect, test } from "vitest";
import { aLine, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { runDueErasures } from "../../privacy/erasing/run-erasures.ts";
import type { Alert } from "../../shoppers/privacy/person.ts";
import { pagesOfPlans } from "./pages-of-plans.ts";

const erase = async (store: TestStore, email: string) =>
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" } }));

test("a unit that is reserved for an erased person is offered to the next in line, and links of the offer end", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore({ alerts: { offerMinutes: 30 } });
  const [first = "", second] = await aLine(store, 3);
  await stock(store, 1);
  await shop.work();
  expect(shop.addresses()).toEqual([first]);
  const token = /\/alerts\/offer\?token=([\w.-]+)/.exec(shop.handed[0]?.mail.text ?? "")?.[1] ?? "";
  await erase(store, first);
  await shop.work();
  expect(shop.addresses()).toEqual([first, second]);
  const page = await store.browser("/alerts/offer", undefined, { method: "GET", query: { token } });
  expect(page.text).not.toContain("Buy it now");
  // What the plan counted stays: it names nobody.
  expect(await shop.ask("select told from plans")).toEqual([{ told: 2 }]);
});

test("a person who is erased between being selected and the message gets none", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const people = await aLine(store, 3);
  await stock(store, 5);
  await shop.begin(); // waves and chunks are made
  await erase(store, people[1] ?? "");
  await shop.deliver();
  expect(shop.addresses()).toEqual([people[0], people[2]]);
});

test("a delivery that is recorded after its person was erased is deleted by the second look", async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const shop = await anAlertShop(
    aProvider(async () => {
      asked.resolve();
      await answered.promise;
      return { state: "sent" };
    }),
  );
  const store = await shop.aStore();
  const people = await aLine(store, 2);
  await stock(store, 5);
  await shop.begin();
  const delivering = shop.deliver();
  await asked.promise;
  await erase(store, people[0] ?? "");
  answered.resolve();
  await delivering;
  expect(await shop.ask("select from deliveries")).toHaveLength(2); // control: nothing leads to one of them
  await shop.ask("update erasures set due_at = now()");
  const { deps } = shop.service;
  await runDueErasures({ ...deps.privacy, problems: deps.log });
  expect(await shop.ask("select from deliveries")).toHaveLength(1);
});

test("subscriptions with many plans are taken in pages, each with one subscription at least", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  for (const email of ["a@example.com", "b@example.com", "c@example.com"]) good(await subscribeAs(store, email));
  await shop.ask(
    `insert into plans (id, store_id, variant_id, number, topic, seed, policy)
    select new_id($1), $1, variant_id, n, topic, '', '{}' from (select distinct variant_id, topic from subscriptions) s, generate_series(1, 10) n`,
    [store.id],
  );
  const found = await shop.ask<Alert>(`select id, variant_id as "variantId", topic from subscriptions order by id`);
  const sizesWith = (max: number) =>
    store.inStore(async (tx) => {
      const sizes = [];
      for await (const page of pagesOfPlans(tx, found, max)) sizes.push(page.length);
      return sizes;
    });
  expect([await sizesWith(5), await sizesWith(25), await sizesWith(30)]).toEqual([[10, 10, 10], [20, 10], [30]]);
});
