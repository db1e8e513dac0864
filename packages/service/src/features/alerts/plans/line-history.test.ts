import { expect, test } from "vitest";
import { aLine, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { ContactId } from "../../../platform/ids.ts";

type Shop = Awaited<ReturnType<typeof anAlertShop>>;

/** Who was in line when the store's only plan began, in their order: those who still wait, were notified, or left. */
const findLineWhenPlanBegan = (shop: Shop, store: TestStore) =>
  shop.ask<{ email: string; rank: number; quantity: number; isIn: boolean }>(
    `with plan as (select * from plans where store_id = $1), was_in_line as (
       select w.subscription_id as id, w.place, w.quantity, null as left_at from waiting w where w.store_id = $1
       union all
       select d.subscription_id, d.place, d.quantity, d.at from deliveries d where d.store_id = $1
       union all
       select l.subscription_id, line_place(l.waited_since), l.quantity, l.at from ledger l where l.store_id = $1 and l.waited_since is not null
     )
     select c.value as email, line_rank(i.id) as rank, i.quantity, left_at is null as "isIn"
     from plan join was_in_line i on i.place <= plan.joined_until and (i.left_at is null or line_place(i.left_at) > plan.joined_until)
     join subscriptions s on s.store_id = plan.store_id and s.id = i.id and s.variant_id = plan.variant_id and s.topic = plan.topic
     join contacts c on c.store_id = s.store_id and c.id = s.contact_id
     order by i.place, i.id`,
    [store.id],
  );

test("who was in line when a plan began can be read back, also those who were notified, bounced, left or joined again", async () => {
  const provider = aProvider(({ mail }) =>
    mail.to.startsWith("p0002") ? { state: "rejected", reason: "no such mailbox" } : { state: "sent" },
  );
  const shop = await anAlertShop(provider);
  const store = await shop.aStore({ alerts: { audience: "per-unit", perUnit: 1, waitSeconds: 3_600 } });
  const line = await aLine(store, 6);
  const ranks = await shop.ask<{ rank: number }>(
    "select rank from waiting where store_id = $1 order by place, subscription_id",
    [store.id],
  );
  await subscribeAs(store, "p0000@example.com");
  await leave(shop, store, "p0000@example.com");
  await stock(store, 3);
  await shop.begin();
  await shop.deliver();
  await leave(shop, store, "p0004@example.com");
  await subscribeAs(store, "p0001@example.com"); // notified, and back at the end of the line
  await subscribeAs(store, "p0007@example.com"); // too late
  const found = await findLineWhenPlanBegan(shop, store);
  expect(found.map(({ email }) => email)).toEqual(line);
  expect(found.map(({ rank }) => rank)).toEqual(ranks.map(({ rank }) => rank));
  expect(found.map(({ quantity }) => quantity)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(found.filter(({ isIn }) => isIn).map(({ email }) => email)).toEqual([
    "p0005@example.com",
    "p0006@example.com",
  ]);
  expect(await shop.ask("select units, people from waves where store_id = $1 order by wave", [store.id])).toEqual([
    { units: 3, people: 3 },
  ]);
});

/** A shopper clicks the unsubscribe link of a mail. */
async function leave(shop: Shop, store: TestStore, email: string) {
  const [contact] = await shop.ask<{ id: ContactId }>("select id from contacts where store_id = $1 and value = $2", [
    store.id,
    email,
  ]);
  if (!contact) throw new Error(`${email} is unknown`);
  const token = shop.deps.links.tokenFor({ storeId: store.id, contactId: contact.id });
  const { status } = await store.admin("/alerts/unsubscribe", { token }, { key: null });
  expect(status).toBe(200);
}
