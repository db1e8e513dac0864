import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepsake } from "../../../test/fixtures/command-line.ts";
import { drainOutbox } from "../../../test/fixtures/drain-outbox.ts";
import { aMarkedPerson } from "../../../test/fixtures/marked-person.ts";
import { aFolder, anInstallation, exportTo, filesOf, importText } from "../../../test/fixtures/moving.ts";
import { findDifferences, rollUp } from "../../../test/fixtures/roll-up.ts";
import type { TestStore } from "../../../test/fixtures/service.ts";
import { aFullItem, anItem, good, listsOf } from "../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../test/fixtures/subscription-calls.ts";
import { recountMarketsReader } from "../catalog/markets/recount-markets-reader.ts";
import { recordSavesReader } from "../insights/record-saves-reader.ts";

const SETTINGS = {
  lists: { types: ["registry"], customItems: true },
  alerts: { audience: "all", color: "#112233", topics: ["launch"] },
  shop: { url: "https://shop.example" },
  origins: ["https://shop.example"],
  markets: [
    { name: "eu", currency: "EUR", locations: ["berlin", "paris"] },
    { name: "us", currency: "USD", url: "https://shop.example/en-us", locations: ["reno"] },
  ],
} as const;
const ENV = { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_SMS_HTTP_URL: "http://127.0.0.1:1/" };

/** A store with something of everything that can move. */
async function aRichStore() {
  const shop = await anInstallation({ settings: SETTINGS as never }, ENV);
  const { store } = shop;
  const variants = [1, 2, 3].map((epi) => ({
    epi,
    empi: epi + 1e5,
    dt: `Büchse ${epi} "neu"`,
    du: `https://shop.example/p/${epi}`,
    bt: "Tarn",
    pr: 10.5 * epi,
    compareAtPrice: 40,
    currency: "EUR",
    tags: ["a", "b"],
    vi: "Brown / 42",
    iu: "//cdn.example/a.jpg",
  }));
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  good(
    await store.admin("/storeadmin/v3/catalog/upsert", undefined, {
      json: { variants: [{ epi: 1, pr: 9, currency: "EUR" }] },
    }),
  );
  await setStock(store, [
    { epi: 2, quantity: 4, location: "berlin" },
    { epi: 2, quantity: 3, location: "paris" },
    { epi: 3, quantity: 0 },
    { epi: 1, quantity: 0, location: "reno" },
  ]);
  const markets = { eu: { pr: 12, du: "https://eu.shop.example/p/1" }, us: { pr: "14", compareAtPrice: 20 } };
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [{ epi: 1, markets }] } }));
  for (const [epi, market] of [
    [1, "eu"],
    [1, "us"],
    [2, "eu"],
    [2, "us"],
    [44, "us"],
  ] as const)
    good(await subscribeAs(store, `${market}-${epi}@example.com`, [aProduct(epi)], { market }));
  const people = [await aMarkedPerson(store), await aMarkedPerson(store)];
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  const lid = await lists.create('Wörter\n"und" 💚', {
    lnote: "a, note; with 'signs'",
    lprops: '{"b": 1, "a": [1.50, 12345678901234567890]}',
  });
  await lists.add(lid, aFullItem(7), anItem("sku-8", { qty: 3 }), {
    title: "A pen",
    price: 3,
    du: "https://shop.example/pen",
    qty: 2,
  });
  await lists.add(lid, anItem(9, { _av: true, note: "" }), anItem(10, { cprops: { a: "x\u2028y\u2029z" } }));
  good(await lists.post("update", { lid, st: "0" }));
  const registry = await lists.create("Our registry", { lty: "registry", ldesc: '{"text":"hello"}' });
  good(await lists.post("markPublic", { lid: registry, username: "Ann" }));
  await lists.create("Empty one");
  for (const epi of [1, 2, 3])
    good(
      await subscribeAs(store, `person-${epi}@example.com`, [aProduct(epi, { qty: epi })], {
        consent: "I agree, äöü",
        consentat: "2026-01-02T03:04:05Z",
      }),
    );
  good(
    await subscribeAs(store, "left@example.com", [aProduct(1), aProduct(2)], {
      topics: '["backinstock","launch"]',
      extras: "x".repeat(50),
    }),
  );
  await shop.ask(
    "update subscriptions set state = 6 where contact_id in (select id from contacts where value = 'left@example.com')",
  );
  // Somebody who was notified left the line.
  await shop.ask(
    "delete from waiting where subscription_id in (select s.id from subscriptions s join contacts c on c.id = s.contact_id where c.value = 'person-2@example.com')",
  );
  await shop.ask(
    "update subscriptions set state = 7 where contact_id in (select id from contacts where value = 'person-3@example.com')",
  );
  await shop.ask(
    "insert into suppressions (store_id, address_hash, reason) select store_id, address_hash, 'complaint' from contacts where value = 'person-3@example.com'",
  );
  await shop.ask("insert into suppressions (store_id, address_hash, reason) values ($1, gen_random_uuid(), 'erased')", [
    store.id,
  ]);
  return { ...shop, people, lid, registry };
}

const setStock = async (store: TestStore, levels: readonly object[]) =>
  good(
    await store.admin("/storeadmin/v3/inventory/set", undefined, {
      json: { levels: levels.map((level) => ({ occurredAt: "2026-05-01T10:00:00.123Z", ...level })) },
    }),
  );

test("an export that is imported into a new store is the same again when it is exported, byte for byte", async () => {
  const old = await aRichStore();
  const folder = await exportTo(old);
  const files = await filesOf(folder);
  for (const [name, text] of Object.entries(files)) expect(`${name} ${text.length > 0}`).toBe(`${name} true`);

  const next = await anInstallation({}, ENV);
  const run = async (service = next.service) =>
    JSON.parse(await keepsake(service, "import", "store", folder, "--pid", next.store.pid, "--json")) as {
      reports: { kind: string; rows: { refused: number; read: number; imported: number } }[];
    };
  const { reports } = await run();
  expect(reports.filter(({ rows }) => rows.refused > 0 || rows.imported !== rows.read)).toEqual([]);
  expect(await filesOf(await exportTo(next))).toEqual(files);

  // Again: nothing changes.
  await run();
  expect(await filesOf(await exportTo(next))).toEqual(files);
  // The line is the same, with its places.
  const line =
    "select v.platform_id, w.topic, w.place::text, c.value, w.quantity, w.price_max from waiting w join subscriptions s on s.id = w.subscription_id join contacts c on c.id = s.contact_id join variants v on v.id = w.variant_id order by 1, 2, 3, w.subscription_id";
  expect(await next.ask(line)).toEqual(await old.ask(line));
  expect(await next.ask("select from mails")).toEqual([]);
  const lists = "select public_id, name, count, is_public from lists order by public_id";
  expect(await next.ask(lists)).toEqual(await old.ask(lists));

  const { db } = next.service.deps;
  await rollUp(db);
  await drainOutbox(db, recordSavesReader);
  expect(await findDifferences(db)).toEqual([]);
  const saves = "select product_id, people::int from product_saves where people > 0 order by 1";
  await drainOutbox(old.service.deps.db, recordSavesReader);
  expect(await next.ask(saves)).toEqual(await old.ask(saves));
  const previews = "select cardinality(preview) as size, count from lists where moved_to is null order by public_id";
  expect(await next.ask(previews)).toEqual(await old.ask(previews));
});

test("people who wait in a market wait there in the new store, with its stock, its prices and its link", async () => {
  const old = await aRichStore();
  const count = ({ service }: Pick<typeof old, "service">) =>
    drainOutbox(service.deps.db, recountMarketsReader(service.deps));
  await count(old);
  const folder = await exportTo(old);
  const { "variants.jsonl": variants = "", "subscriptions.jsonl": subscriptions = "" } = await filesOf(folder);
  expect(subscriptions).toMatch(/"us-44@example.com".*"variant" : "44".*"market" : "us"/);
  expect(variants).toMatch(
    /"variant" : "1".*"marketData" : \{"url": "https:\/\/eu.shop.example\/p\/1", "price": 12\}, "market" : "eu"/,
  );
  expect(variants + subscriptions).not.toMatch(/u001f|market_?of/i);

  const next = await anInstallation({ settings: { markets: SETTINGS.markets } as never }, ENV);
  // A worker that counts an empty market leaves a row for its stock.
  good(await subscribeAs(next.store, "early@example.com", [aProduct(2)], { market: "eu" }));
  good(await next.store.admin("/storeadmin/v3/settings/update", undefined, { json: { markets: SETTINGS.markets } }));
  await count(next);
  expect(await next.ask("select quantity from stock")).toEqual([{ quantity: 0 }]);
  await keepsake(next.service, "import", "store", folder, "--pid", next.store.pid, "--json");
  const markets = `
    select m.platform_id, v.platform_id as of, m.market_product, m.product, s.quantity, s.arrived, s.restocks, s.is_in, (
      select json_agg(json_build_array(l.location, l.quantity) order by l.location) from stock_levels l where l.variant_id = m.id
    ) as levels, (select json_agg(json_build_array(p.currency, p.price)) from prices p where p.variant_id = m.id) as prices
    from variants m join variants v on v.id = m.market_of left join stock s on s.variant_id = m.id order by 1`;
  const before = await old.ask<{ quantity: number }>(markets);
  expect(before.map(({ quantity }) => quantity)).toEqual([0, 0, 7, 0, 0]);
  expect(await next.ask(markets)).toEqual(before);
  const unknown = "select unknown from variant_counts";
  expect(await next.ask(unknown)).toEqual(await old.ask(unknown));

  // The setting arrived with the import, so a worker counts the markets once more: nothing changes, and nobody is notified.
  await count(next);
  expect(await next.ask(markets)).toEqual(before);
  await setStock(next.store, [{ epi: 2, quantity: 6, location: "berlin", occurredAt: "2026-05-02T10:00:00Z" }]);
  const [inEurope] = await next.ask(
    "select quantity from stock s join variants v on v.id = s.variant_id where v.platform_id = $1",
    ["2\u001feu"],
  );
  expect(inEurope).toEqual({ quantity: 9 });
});

test("a file of another service names markets in a column, and one that the store does not have is refused", async () => {
  const shop = await anInstallation({ settings: SETTINGS as never });
  await setStock(shop.store, [{ epi: 5, quantity: 3, location: "paris" }]);
  const text = [
    "email,variant,country,signedUpAt",
    "a@example.com,5,DE,2026-01-01T00:00:00Z",
    "b@example.com,6,US,2026-01-01T00:00:00Z",
    "c@example.com,5,,2026-01-01T00:00:00Z",
    "d@example.com,5,JP,2026-01-01T00:00:00Z",
    "e@example.com,5\u001feu,DE,2026-01-01T00:00:00Z",
  ].join("\n");
  const mapping = {
    fields: {
      email: "email",
      variant: "variant",
      signedUpAt: "signedUpAt",
      market: { column: "country", values: { DE: "eu", US: "us", JP: "jp" }, otherwise: null },
    },
  };
  const { rows, refused } = await importText(shop, "subscriptions", text, { mapping });
  expect(rows).toEqual({ read: 5, imported: 3, there: 0, refused: 2 });
  expect(refused).toMatchObject([
    { reason: "unknown-market", field: "market", lines: [5] },
    { reason: "invalid-variant", field: "variant", lines: [6] },
  ]);
  const waiting =
    "select c.value, v.platform_id as id, w.platform_id as of, k.quantity, k.is_in from subscriptions s join contacts c on c.id = s.contact_id join variants v on v.id = s.variant_id left join variants w on w.id = v.market_of left join stock k on k.variant_id = v.id order by 1";
  expect(await shop.ask(waiting)).toEqual([
    { value: "a@example.com", id: "5\u001feu", of: "5", quantity: 3, is_in: true },
    { value: "b@example.com", id: "6\u001fus", of: "6", quantity: null, is_in: null },
    { value: "c@example.com", id: "5", of: null, quantity: 3, is_in: true },
  ]);
  expect(await findDifferences(shop.service.deps.db)).toEqual([]);
});

test("the API streams the same export, which is imported from the file, and a stream that was cut is refused", async () => {
  const old = await aRichStore();
  const { text, status, headers } = await old.store.admin("/storeadmin/v3/export", undefined, { method: "GET" });
  expect([status, headers["content-type"]]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
  const path = join(await aFolder(), "export.jsonl");
  await writeFile(path, text);
  const next = await anInstallation({}, ENV);
  const run = () => keepsake(next.service, "import", "store", path, "--pid", next.store.pid, "--json");
  await run();
  expect(await filesOf(await exportTo(next))).toEqual(await filesOf(await exportTo(old)));
  expect(await old.ask("select distinct action from audit_log where action like 'store.exp%'")).toEqual([
    { action: "store.exported" },
  ]);

  await writeFile(path, text.slice(0, text.lastIndexOf('{"manifest"')));
  await expect(run()).rejects.toThrow("no manifest at its end");
});

test("a file that is not as its manifest says is refused, before anything is stored", async () => {
  const old = await anInstallation();
  await old.store.anAccount();
  const folder = await exportTo(old);
  await expect(exportInto(old, folder)).rejects.toThrow("is not empty");
  await appendFile(join(folder, "shoppers.jsonl"), '{"email":"more@example.com"}\n');
  const next = await anInstallation();
  const run = () => keepsake(next.service, "import", "store", folder, "--pid", next.store.pid, "--json");
  await expect(run()).rejects.toThrow("shoppers.jsonl is not the file that the manifest names");
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  await writeFile(join(folder, "manifest.json"), JSON.stringify({ ...manifest, format: 2 }));
  await expect(run()).rejects.toThrow("Update Keepsake");
  expect(await next.ask("select from shoppers union all select from imports")).toEqual([]);
});

test("a manifest that names a path, or a file that no export has, is refused before anything is opened", async () => {
  const old = await anInstallation();
  const folder = await exportTo(old);
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as { files: { name: string }[] };
  const parent = await aFolder();
  await mkdir(join(parent, "in"));
  const path = join(parent, "in", "export.jsonl");
  const run = (from: string) => keepsake(old.service, "import", "store", from, "--pid", old.store.pid, "--json");
  for (const name of ["../../x.jsonl", "../../x", "/tmp/x.jsonl", "others.jsonl", "manifest.json"]) {
    const named = { ...manifest, files: manifest.files.with(0, { ...manifest.files[0], name }) };
    await writeFile(path, `{"file":"settings.json"}\n{}\n${JSON.stringify({ manifest: named })}\n`);
    await expect(run(path)).rejects.toThrow("The manifest in");
    await writeFile(join(folder, "manifest.json"), JSON.stringify(named));
    await expect(run(folder)).rejects.toThrow("The manifest in");
  }
  expect(await readdir(parent)).toEqual(["in"]);
  expect((await readdir(`${path}.files`)).toSorted()).toEqual(["settings.json"]);
});

const exportInto = ({ service, store }: Awaited<ReturnType<typeof anInstallation>>, folder: string) =>
  keepsake(service, "store", "export", "--pid", store.pid, "--to", folder);

test("an export has no secrets, and nothing that is the operator's", async () => {
  const shop = await anInstallation();
  await shop.store.set({ sending: { mailsPerDayMax: 5, mailsPerDay: 3 } });
  const settings = (await filesOf(await exportTo(shop)))["settings.json"] ?? "";
  expect(JSON.parse(settings)).toEqual({ sending: { mailsPerDay: 3 } });
});
