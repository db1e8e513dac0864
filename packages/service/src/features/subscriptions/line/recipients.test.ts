import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  ledgerOf,
  subscribeAs,
  subscriptionRows,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { suppress } from "../suppression/suppress.ts";
import { selectRecipients } from "./recipients.ts";
import { recordOutcomes } from "./record-outcomes.ts";

const service = aService();
const { hashAddress } = service.deps;

/** One waiting subscription per quantity, in this order. */
async function aLine(quantities: readonly number[]) {
  const store = await aStore(service, { scopes: ["subscriptions"] });
  for (const qty of quantities) good(await subscribeAs(store, anEmail(), [aProduct(1, { qty })]));
  const ids = (await subscriptionRows(store)).map(({ id }) => id as SubscriptionId);
  const [variant] = await look<{ id: VariantId }>("select id from variants where store_id = $1", [store.id]);
  if (!variant) throw new Error("The store has no variant");
  const line = { variantId: variant.id, topic: "backinstock" };
  return { store, ids, line };
}
const waitingIn = async (store: TestStore) =>
  (await subscriptionRows(store)).filter(({ state }) => state === 1).map(({ id }) => id);

test("selectRecipients returns those who still wait, and says whose address is suppressed", async () => {
  const { store, ids } = await aLine([2, 1, 1]);
  const rows = await subscriptionRows(store);
  await look("update subscriptions set state = 6 where id = $1", [ids[1]]);
  await look(
    "insert into suppressions (store_id, address_hash, reason) select store_id, address_hash, 'x' from contacts where id = $1",
    [rows[2]?.contactId],
  );
  const selected = await store.inStore((tx) => selectRecipients(tx, [...ids, "1" as SubscriptionId]));
  expect(selected).toMatchObject([
    {
      id: ids[0],
      isSuppressed: false,
      medium: "email",
      value: rows[0]?.value,
      quantity: 2,
      topic: "backinstock",
      contactId: rows[0]?.contactId,
    },
    { id: ids[2], isSuppressed: true },
  ]);
});

test("a mail links to the product URL of the shop's server, never to one from a browser", async () => {
  const store = await aStore(service, {
    scopes: ["subscriptions", "identity"],
    settings: { alerts: { browserDoubleOptIn: false } },
  });
  const email = anEmail();
  const calls = subscriptionsOf(store, await store.aGuest());
  good(await calls.create(email, [aProduct(1, { du: "https://thief.example" })]));
  const linked = async () => {
    const ids = (await subscriptionRows(store)).map(({ id }) => id as SubscriptionId);
    const recipients = await store.inStore((tx) => selectRecipients(tx, ids));
    return recipients.map(({ productUrl }) => productUrl);
  };
  expect(await linked()).toEqual([null]);
  good(await subscribeAs(store, email, [aProduct(1)]));
  good(await calls.create(email, [aProduct(1, { du: "https://thief.example" })]));
  expect(await linked()).toEqual(["https://shop.example/p/1"]);
});

test("recordOutcomes writes state and ledger, and does not change a subscription that the person ended meanwhile", async () => {
  const { store, ids } = await aLine([1, 1, 1]);
  await look("update subscriptions set state = 6 where id = $1", [ids[2]]);
  const planId = "77" as PlanId;
  const [a, b, c] = ids as [SubscriptionId, SubscriptionId, SubscriptionId];
  const changed = await store.inStore((tx) =>
    recordOutcomes(tx, [
      { id: c, planId, state: "notified", reason: "sent" },
      { id: a, planId, state: "notified", reason: "sent" },
      { id: b, planId, reason: "quiet hours" },
    ]),
  );
  expect(changed).toEqual([a]);
  expect((await subscriptionRows(store)).map(({ state }) => state)).toEqual([3, 1, 6]);
  expect((await ledgerOf(store)).slice(3).toSorted((x, y) => x.localeCompare(y))).toEqual([
    "1 quiet hours",
    "3 sent",
    "3 sent",
  ]);
  await store.inStore((tx) => recordOutcomes(tx, [{ id: a, state: "bought", reason: "order" }]));
  expect((await subscriptionRows(store))[0]?.state).toBe(4);
});

test("suppress ends the subscriptions of an address, and a later sign-up does not wait", async () => {
  const { store, ids } = await aLine([1, 1]);
  const [first] = await subscriptionRows(store);
  const value = first?.value ?? "";
  await store.inStore((tx) => suppress(tx, hashAddress({ medium: 1, value }, store.id), { reason: "550" }));
  expect(await waitingIn(store)).toEqual(ids.slice(1));
  good(await subscribeAs(store, value));
  expect(await waitingIn(store)).toEqual(ids.slice(1));
  expect((await ledgerOf(store)).filter((row) => row.startsWith("7"))).toEqual([
    "7 550",
    "7 signed up again, but the address is suppressed",
  ]);
});
