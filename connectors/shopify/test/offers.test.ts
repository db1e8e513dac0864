import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { look } from "../../../packages/service/test/fixtures/database.ts";
import { numberOf } from "../src/ids.ts";
import { BERLIN } from "./fake/shop.ts";
import { SHOP_NAME } from "./fake/shopify.ts";
import { aShopifyShop } from "./fixtures/shopify-shop.ts";

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const WAIT_MS = 30_000;
const ADA = "ada@example.com";

/** A shop whose two units are offered to two people. */
async function withOffers() {
  const shop = await aShopifyShop({ alerts: { offerMinutes: 30 } });
  const jacket = shop.shopify.addProduct("Jacket", [{ stock: { [BERLIN]: 0 } }]).variants[0]?.id ?? "";
  const app = await shop.aConnectedApp();
  for (const email of [ADA, "ben@example.com"]) await shop.signUp(email, jacket);
  shop.shopify.setStock(jacket, 2);
  expect(await waitFor(() => shop.sink.received.length === 2, WAIT_MS)).toBe(true);
  const tokenOf = async (email: string) => /\/alerts\/offer\?token=([\w.-]+)/.exec(await shop.mailTo(email))?.[1] ?? "";
  const holds = async (state: "open" | "held" = "open") => {
    const { body } = await shop.store.admin("/storeadmin/v3/offers/holds", undefined, {
      method: "GET",
      query: { state },
    });
    return body["holds"] as { offer: string; state: string; reference: string; url: string; until: string }[];
  };
  return {
    shop,
    app,
    jacket,
    holds,
    /** The offer is stored a moment after its mail was sent. */
    accept: async (email: string) => {
      const token = await tokenOf(email);
      const answer = async () => (await shop.store.browser("/alerts/offer", { token, answer: "yes" })).status === 200;
      expect(await waitFor(answer, WAIT_MS)).toBe(true);
    },
    page: async (email: string) =>
      (await shop.store.browser("/alerts/offer", undefined, { method: "GET", query: { token: await tokenOf(email) } }))
        .text,
    /** Polls the offers and reports the stock that changed by it. */
    serve: async () => {
      shop.forward(1_000);
      await app.app.runDue();
      await shop.shopify.webhooks.settle();
      await app.app.drainHints();
    },
    expire: () => shop.ask("update offers set until = now() where store_id = $1 and state in (1, 2)", [shop.store.id]),
    level: () => shop.shopify.needVariant(jacket).levels.get(BERLIN),
  };
}

test("an accepted offer becomes a draft order that holds the unit; Keepsake's stock stays, and the end of the offer frees it", async () => {
  const { shop, jacket, accept, serve, holds, page, level, expire } = await withOffers();
  await accept(ADA);
  await serve();
  expect(level()).toEqual({ available: 1, reserved: 1 });
  const [draft] = shop.shopify.drafts.values();
  const held = await holds("held");
  expect(held).toMatchObject([{ state: "held", reference: draft?.id }]);
  expect(draft?.until).toBe(Date.parse(held[0]?.until ?? ""));
  expect(await page(ADA)).toContain(held[0]?.url);
  // Keepsake counts the unit as reserved itself, so it must not be missing from the stock as well.
  expect(await shop.stockOf(jacket)).toBe(2);
  await serve();
  expect(shop.shopify.drafts.size).toBe(1);

  await expire();
  expect(await waitFor(async () => (await holds())[0]?.state === "ending", WAIT_MS)).toBe(true);
  await serve();
  expect(shop.shopify.drafts.size).toBe(0);
  expect(level()).toEqual({ available: 2, reserved: 0 });
  expect(await shop.stockOf(jacket)).toBe(2);
  expect(await holds()).toEqual([]);
});

test("a paid draft order counts no more, and its order ends the alert", async () => {
  const { shop, jacket, accept, serve, holds, level } = await withOffers();
  await accept(ADA);
  await serve();
  const [draft] = shop.shopify.drafts.values();
  shop.shopify.payDraft(draft?.id ?? "", ADA);
  await shop.shopify.webhooks.settle();
  await serve();
  expect(level()).toEqual({ available: 1, reserved: 0 });
  expect(await shop.stockOf(jacket)).toBe(1);
  expect(await waitFor(async () => (await holds("held")).length === 0, WAIT_MS)).toBe(true);
  await serve();
  expect(await holds()).toEqual([]);
  expect(shop.shopify.drafts.get(draft?.id ?? "")?.status).toBe("COMPLETED");
});

test("an offer whose unit was sold meanwhile is refused, also where Shopify sells more than there is", async () => {
  const { shop, jacket, accept, serve, holds } = await withOffers();
  shop.shopify.webhooks.setFaults({ dropped: 1 });
  shop.shopify.setStock(jacket, 0);
  shop.shopify.needVariant(jacket).inventoryPolicy = "CONTINUE";
  await accept(ADA);
  await serve();
  expect(shop.shopify.drafts.size).toBe(0);
  expect(await holds()).toEqual([]);
  expect(await holds("held")).toEqual([]);
});

test("an offer of something that Shopify does not have is refused, and holds no other offer back", async () => {
  const { shop, accept, serve, holds } = await withOffers();
  const feed = await shop.store.admin("/storeadmin/v3/catalog/upsert", undefined, {
    json: { variants: [{ epi: "of-a-feed", empi: "1", dt: "Scarf", du: "https://shop.example/scarf" }] },
  });
  expect(feed.status).toBe(200);
  await accept(ADA);
  await shop.ask(
    "update offer_holds set variant_id = (select id from variants where store_id = $1 and platform_id = 'of-a-feed') where store_id = $1",
    [shop.store.id],
  );
  await accept("ben@example.com");
  await serve();
  expect(await holds("held")).toHaveLength(1);
  expect(await holds()).toEqual([]);
});

test("a draft order without an invoice, which nobody could pay, is deleted before the offer is refused", async () => {
  const { shop, accept, serve, holds, level } = await withOffers();
  shop.shopify.draftFaults.hasInvoice = false;
  await accept(ADA);
  await serve();
  expect(shop.shopify.drafts.size).toBe(0);
  expect(level()).toEqual({ available: 2, reserved: 0 });
  expect([...(await holds()), ...(await holds("held"))]).toEqual([]);
});

test("an offer ends for Keepsake only when Shopify has deleted all of its draft orders", async () => {
  const { shop, accept, serve, holds, level, expire, jacket } = await withOffers();
  await accept(ADA);
  await serve();
  // What a process made that died, and had no invoice yet.
  const { tags = [], until } = [...shop.shopify.drafts.values()][0] ?? {};
  shop.shopify.draftFaults.hasInvoice = false;
  shop.shopify.createDraft([{ variantId: jacket, quantity: 1 }], tags, until);
  expect(level()).toEqual({ available: 0, reserved: 2 });
  await expire();
  expect(await waitFor(async () => (await holds())[0]?.state === "ending", WAIT_MS)).toBe(true);
  shop.shopify.draftFaults.refusedDeletions = 1;
  await serve();
  expect(shop.shopify.drafts.size).toBeGreaterThan(0);
  expect(await holds()).toMatchObject([{ state: "ending" }]);

  shop.forward(60_000);
  await serve();
  expect(shop.shopify.drafts.size).toBe(0);
  expect(level()).toEqual({ available: 2, reserved: 0 });
  expect(await holds()).toEqual([]);
});

test("a shop that is compared once a day still reserves: its polls tell Keepsake every ten minutes that the app runs", async () => {
  const { shop, app } = await withOffers();
  const lastAt = async () =>
    (await shop.ask<{ at: Date }>("select last_at as at from connectors where store_id = $1", [shop.store.id]))[0]?.at;
  const reported = await lastAt();
  const pollAfter = async (ms: number) => {
    shop.forward(ms);
    await app.app.runDue();
    return lastAt();
  };
  const bulks = shop.shopify.bulkCount();
  expect(await pollAfter(9 * MINUTE_MS)).toEqual(reported);
  expect((await pollAfter(2 * MINUTE_MS))?.getTime()).toBeGreaterThan(reported?.getTime() ?? 0);
  expect(shop.shopify.bulkCount()).toBe(bulks); // no reconcile was due
});

test("a lost answer to the reservation does not make a second one", async () => {
  const { shop, accept, serve, holds, level } = await withOffers();
  await accept(ADA);
  shop.shopify.setApiFaults({ lostAnswer: "draftOrderCreate" });
  await serve();
  expect(await holds("held")).toEqual([]);
  shop.shopify.setApiFaults({});
  shop.forward(60_000);
  await serve();
  expect(shop.shopify.drafts.size).toBe(1);
  expect(await holds("held")).toMatchObject([{ reference: [...shop.shopify.drafts.keys()][0] }]);
  expect(level()).toEqual({ available: 1, reserved: 1 });
});

test("a crash between reserving and writing it down neither doubles nor leaks a reservation", async () => {
  const { shop, app, jacket, accept, serve, holds, level } = await withOffers();
  await accept(ADA);
  const [wanted] = await holds();
  const offer = wanted?.offer ?? "";
  // The process wrote down that it begins, made the draft order, and died.
  const begun = (id: string) =>
    look(
      `insert into keepsake_connectors.reservations (platform, shop, offer, variant_id, units, until, made_at)
      values ('shopify', $1, $2, $3, 1, now() + interval '30 minutes', now())`,
      [SHOP_NAME, id, numberOf(jacket)],
      shop.databaseUrl,
    );
  const tagOf = (id: string) => `keepsake-${createHash("sha256").update(id).digest("hex").slice(0, 24)}`;
  const make = (id: string) =>
    shop.shopify.createDraft(
      [{ variantId: jacket, quantity: 1 }],
      ["keepsake", tagOf(id)],
      shop.clock() + 2 * QUARTER_MS,
    );
  await begun(offer);
  const made = make(offer);
  // Until it is written down, nobody can tell whose unit is missing: 1 now and 2 later would look like a restock.
  await shop.shopify.webhooks.settle();
  await app.app.drainHints();
  expect(await shop.stockOf(jacket)).toBe(2);
  await serve();
  expect(await shop.stockOf(jacket)).toBe(2);
  expect([...shop.shopify.drafts.keys()]).toEqual([made.id]);
  expect(await holds("held")).toMatchObject([{ offer, reference: made.id }]);

  // The same for an offer that Keepsake does not list any more: the reconcile releases it.
  const forgotten = "00000000-0000-4000-8000-000000000000";
  await begun(forgotten);
  make(forgotten);
  expect(level()).toEqual({ available: 0, reserved: 2 });
  shop.forward(QUARTER_MS);
  await app.app.runDue();
  expect([...shop.shopify.drafts.keys()]).toEqual([made.id]);
  await serve();
  expect(level()).toEqual({ available: 1, reserved: 1 });
  expect(await shop.stockOf(jacket)).toBe(2);
});
