import { expect, test } from "vitest";
import { migrate } from "../src/platform/db/migrate.ts";
import { createLog } from "../src/platform/log.ts";
import type { connectAsSuperuser } from "./fixtures/database.ts";
import { aDatabaseBefore } from "./fixtures/database-before.ts";

const MIGRATION = "0017_plain_names.sql";
type Client = Awaited<ReturnType<typeof connectAsSuperuser>>;

const OLD_DETAILS = {
  note: "red",
  cprops: { du: "stays as the shopper wrote it" },
  lbls: ["Kitchen"],
  said: { empi: "p1", du: "https://shop.example/1", dt: "Mug", iu: "https://shop.example/1.png", pr: 9.5, sku: "M-1" },
};
const NEW_DETAILS = {
  note: "red",
  properties: '{"du": "stays as the shopper wrote it"}',
  labels: ["Kitchen"],
  clientProduct: {
    productId: "p1",
    url: "https://shop.example/1",
    title: "Mug",
    imageUrl: "https://shop.example/1.png",
    price: 9.5,
    sku: "M-1",
  },
};
const OLD_CUSTOM = {
  custom: { title: "Handmade", price: 3, du: "https://a.example", iu: "https://b.example", platformitemid: 7 },
};
const NEW_CUSTOM = {
  custom: { title: "Handmade", price: 3, url: "https://a.example", imageUrl: "https://b.example", platformItemId: 7 },
};
const aStoredItem = (details: unknown) => ({
  addedAt: "2026-01-01T00:00:00+00:00",
  updatedAfter: 3,
  quantity: 2,
  flags: 8,
  details,
});

/** A store, two shoppers, their lists and items, a subscription and a merge, as the release before wrote them. It also
 *  stored product fields that it did not know. */
async function insertOldRows(client: Client) {
  const insert = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    const values = Object.values(row).map((value) => (isPlainObject(value) ? JSON.stringify(value) : value));
    const places = columns.map((_, index) => `$${index + 1}`);
    return client.query(`insert into ${table} (${columns.join(", ")}) values (${places.join(", ")})`, values);
  };
  const store = { sealed_secret: Buffer.alloc(1) };
  await insert("stores", {
    ...store,
    id: 1,
    pid: "with-hold",
    name: "A",
    settings: { alerts: { hold: true, color: "#25524d" } },
  });
  await insert("stores", {
    ...store,
    id: 2,
    pid: "without-hold",
    name: "B",
    settings: { alerts: { color: "#25524d" } },
  });
  for (const id of [1, 2])
    await insert("shoppers", { id, store_id: 1, regid: `00000000-0000-4000-8000-00000000000${id}` });
  const product = {
    bt: "Tarn",
    dt: "Boot",
    sku: "B-1",
    du: "https://shop.example/boot",
    uri: "https://shop.example/boot?v=1",
    iu: "https://shop.example/boot.png",
    pr: 120,
    vi: "Brown / 42",
    currency: "EUR",
    tags: ["winter"],
  };
  await insert("variants", { id: 1, store_id: 1, epi: "11", empi: "p11", product });
  await insert("variants", { id: 2, store_id: 1, epi: "12", empi: null, product: null });
  await insert("variants", { id: 3, store_id: 1, epi: "13", empi: null, product: { dt: "Sock", title: 7, foo: 1 } });
  await insert("variants", {
    id: 4,
    store_id: 1,
    epi: "14",
    empi: null,
    product: { pr: null, title: 7, price: "free" },
  });
  const list = { store_id: 1, shopper_id: 1 };
  const extras = { lprops: { lname: "mine" }, ldesc: { text: "d" }, shown: { fname: "Ada", cprops: true } };
  await insert("lists", { ...list, id: 1, name: "Shared", lid: "00000000-0000-4000-8000-0000000000aa", extras });
  await insert("lists", { ...list, id: 2, name: "With properties", extras: { lprops: { a: 1 } } });
  await insert("lists", { ...list, id: 3, name: "Plain", extras: null });
  await insert("items", { list_id: 1, variant_id: 1, store_id: 1, details: OLD_DETAILS });
  await insert("items", { list_id: 1, variant_id: 2, store_id: 1, details: OLD_CUSTOM });
  await insert("items", { list_id: 2, variant_id: 1, store_id: 1, details: { note: null } });
  await insert("items", { list_id: 3, variant_id: 1, store_id: 1, details: null });
  await insert("contacts", {
    id: 1,
    store_id: 1,
    medium: 1,
    value: "a@example.com",
    address_hash: "00000000-0000-4000-8000-0000000000bb",
  });
  const subscription = { store_id: 1, contact_id: 1, state: 1, topic: "backinstock" };
  await insert("subscriptions", {
    ...subscription,
    id: 1,
    variant_id: 1,
    said: { epi: 11, empi: "p11", du: "https://shop.example/boot" },
  });
  await insert("subscriptions", { ...subscription, id: 2, variant_id: 2, said: null });
  await insert("consents", {
    store_id: 1,
    subscription_id: 1,
    address_hash: "00000000-0000-4000-8000-0000000000bb",
    source: "test",
    words: "Yes",
  });
  const items = [
    { variantId: "1", guest: aStoredItem(OLD_DETAILS), account: aStoredItem(OLD_CUSTOM) },
    { variantId: "2", guest: aStoredItem(null), account: null },
  ];
  const moved = { lists: { given: ["3"], united: [{ from: "1", into: "2", items }] }, subscriptions: { ids: ["1"] } };
  await insert("merges", { id: 1, store_id: 1, guest_id: 1, account_id: 2, moved });
  await insert("merges", { id: 2, store_id: 1, guest_id: 2, account_id: 1, moved: {} });
}

const isPlainObject = (value: unknown) => typeof value === "object" && value !== null && !Buffer.isBuffer(value);

test("the migrations to plain names and to JSON text keep every known value under its new name", async () => {
  const { ownerUrl, client } = await aDatabaseBefore(MIGRATION);
  await insertOldRows(client);
  expect((await migrate(ownerUrl, createLog("silent")))[0]).toBe(MIGRATION);

  const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
  const valuesOf = async (column: string, table: string, order: string) =>
    (await rows(`select ${column} as value from ${table} order by ${order}`)).map(({ value }) => value);

  expect(await rows("select platform_id, product_id, product from variants order by id")).toEqual([
    {
      platform_id: "11",
      product_id: "p11",
      product: {
        brand: "Tarn",
        title: "Boot",
        sku: "B-1",
        url: "https://shop.example/boot",
        variantUrl: "https://shop.example/boot?v=1",
        imageUrl: "https://shop.example/boot.png",
        price: 120,
        variantTitle: "Brown / 42",
        currency: "EUR",
        tags: ["winter"],
      },
    },
    { platform_id: "12", product_id: null, product: null },
    { platform_id: "13", product_id: null, product: { title: "Sock" } },
    { platform_id: "14", product_id: null, product: { price: null } },
  ]);
  expect(await rows("select public_id from lists where id = 1")).toEqual([
    { public_id: "00000000-0000-4000-8000-0000000000aa" },
  ]);
  expect(await valuesOf("extras", "lists", "id")).toEqual([
    { properties: '{"lname": "mine"}', description: '{"text": "d"}', shown: { firstName: "Ada", properties: true } },
    { properties: '{"a": 1}' },
    null,
  ]);
  expect(await valuesOf("details", "items", "list_id, variant_id")).toEqual([
    NEW_DETAILS,
    NEW_CUSTOM,
    { note: null },
    null,
  ]);
  expect(await valuesOf("client_product", "subscriptions", "id")).toEqual([
    { platformId: 11, productId: "p11", url: "https://shop.example/boot" },
    null,
  ]);
  expect(await valuesOf("wording", "consents", "given_at")).toEqual(["Yes"]);
  expect(await valuesOf("moved", "merges", "id")).toEqual([
    {
      lists: {
        given: ["3"],
        united: [
          {
            from: "1",
            into: "2",
            items: [
              { variantId: "1", guest: aStoredItem(NEW_DETAILS), account: aStoredItem(NEW_CUSTOM) },
              { variantId: "2", guest: aStoredItem(null), account: null },
            ],
          },
        ],
      },
      subscriptions: { ids: ["1"] },
    },
    {},
  ]);
  // Later migrations add settings of their own, so only these two are compared.
  const twoSettings = "settings->'alerts'->'requireApproval' as approval, settings->'alerts'->'color' as color";
  expect(await rows(`select ${twoSettings}, settings->'alerts' ? 'hold' as hold from stores order by id`)).toEqual([
    { approval: true, color: "#25524d", hold: false },
    { approval: null, color: "#25524d", hold: false },
  ]);
  const unforced = "select relname from pg_class where relrowsecurity and not relforcerowsecurity";
  expect(await rows(unforced), "row-level security is forced again").toEqual([]);
});
