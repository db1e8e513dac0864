import { expect, test } from "vitest";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addFirstMember } from "../../stores/members/add-first-member.ts";
import { createIsWithheld } from "../../subscriptions/suppression/is-withheld.ts";

/** A store of three people who wait, of whom one is a member. */
async function aScene({ isTest }: { isTest: boolean }) {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  await shop.ask("update stores set is_test = $2 where id = $1", [store.id, isTest]);
  await shop.service.deps.db.asOperator((tx) =>
    addFirstMember(tx, { storeId: store.id, email: toEmail("p0002@example.com"), role: "viewer" }),
  );
  shop.service.deps.stores.forget(store.id);
  await aLine(store, 3);
  await stock(store, 5);
  await shop.work();
  return { shop, store };
}

test("alerts of a test store go only to its members; the others keep their place, and the reason is recorded", async () => {
  const { shop, store } = await aScene({ isTest: true });
  expect(shop.addresses()).toEqual(["p0002@example.com"]);
  const waiting = await shop.ask("select 1 from waiting where store_id = $1", [store.id]);
  expect(waiting).toHaveLength(2);
  const explain = { epi: "1", topic: "backinstock", medium: "email", mediumvalue: "p0001@example.com" };
  const { text } = await store.admin("/storeadmin/v3/alerts/explain", explain);
  expect(text).toContain("only members get messages of a test store");
});

test("control: the same alerts of a real store go to everyone", async () => {
  const { shop } = await aScene({ isTest: false });
  expect(shop.addresses().toSorted((a, b) => a.localeCompare(b))).toEqual([
    "p0001@example.com",
    "p0002@example.com",
    "p0003@example.com",
  ]);
});

test("other mails of a test store are withheld, except to members", async () => {
  const { shop, store } = await aScene({ isTest: true });
  const isWithheld = createIsWithheld(shop.service.deps);
  const ask = (to: string, kind: string) => isWithheld({ storeId: store.id, kind, medium: "email", to });
  expect(await ask("p0001@example.com", "confirmation")).toBe(true);
  expect(await ask("p0002@example.com", "confirmation")).toBe(false);
  expect(await ask("new@example.com", "member"), "an invitation").toBe(false);
});
