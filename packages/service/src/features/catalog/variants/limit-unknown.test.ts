import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";

const service = aService({ env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } });
const aShop = (points?: number) =>
  aStore(service, {
    scopes: ["admin"],
    settings: { limits: points ? { unknownProducts: { points, seconds: 3_600 } } : {} },
  });

/** A guest with a list, whose browser calls from this address. */
async function aGuestFrom(store: TestStore, from: string) {
  const guest = await store.aGuest();
  const lists = listsOf(store, guest);
  const lid = await lists.create();
  const caller = { from };
  return {
    save: (epis: readonly number[]) =>
      lists.post("update-ctx", { lid, a: JSON.stringify(epis.map((epi) => anItem(epi))) }, caller),
    saveForLater: (epi: number) => lists.post("sfl/add", { items: JSON.stringify([anItem(epi)]) }, caller),
    signUp: (epi: number) => subscriptionsOf(store, guest).create(anEmail(), [aProduct(epi)], {}, caller),
  };
}
const hundred = (first: number) => Array.from({ length: 100 }, (_, n) => first + n);
const idsOf = async (store: TestStore) =>
  (await look<{ id: string }>("select platform_id as id from variants where store_id = $1", [store.id])).map(
    ({ id }) => id,
  );

test("one IP address may name 2,000 new products an hour, and not one more, however many guests it has", async () => {
  const store = await aShop();
  const guests = [await aGuestFrom(store, "203.0.113.7"), await aGuestFrom(store, "203.0.113.7")];
  for (let n = 0; n < 20; n += 1) good(await (guests[n % 2] as (typeof guests)[0]).save(hundred(n * 100 + 1)));
  expect(await idsOf(store)).toHaveLength(2_000);

  const third = await aGuestFrom(store, "203.0.113.7");
  for (const refused of [await third.save([1, 9_001]), await third.saveForLater(9_002), await third.signUp(9_003)]) {
    expect([refused.status, refused.body.type]).toEqual([429, "rate-limited"]);
    expect(refused.body.msg).toMatch(
      /^More than 2000 new products that are not in the catalogue in 3600 s\. Wait \d+ s/,
    );
    expect(refused.headers["ratelimit-policy"]).toBe('"unknownProducts";q=2000;w=3600');
  }
  expect(await idsOf(store)).toHaveLength(2_000);

  // Known products, other addresses and the shop's own server are not affected.
  good(await third.save(hundred(1)));
  good(await (await aGuestFrom(store, "203.0.113.8")).save([9_004]));
  good(await subscribeAs(store, anEmail(), [aProduct(9_005)], {}, { from: "203.0.113.7" }));
  expect(await idsOf(store)).toHaveLength(2_002);
});

test("only new products count, for each store", async () => {
  const [store, other] = [await aShop(3), await aShop(3)];
  const guest = await aGuestFrom(store, "203.0.113.9");
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [{ epi: 10, pr: 1 }] } }));
  good(await guest.save([1, 10]));
  for (let n = 0; n < 4; n += 1) good(await guest.save([1, 2, 10]));
  expect((await guest.save([3, 4])).status).toBe(429);
  expect((await idsOf(store)).toSorted()).toEqual(["1", "10", "2"]);
  good(await (await aGuestFrom(other, "203.0.113.9")).save([1, 2, 3]));
});
