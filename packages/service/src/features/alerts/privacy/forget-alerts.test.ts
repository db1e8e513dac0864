import { expect, test } from "vitest";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";

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
