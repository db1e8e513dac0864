import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";
import { COMPILE_CACHE } from "../../../../../../engines/compile-cache.ts";
import { keepsake } from "../../../../test/fixtures/command-line.ts";
import { connectAsSuperuser } from "../../../../test/fixtures/database.ts";
import { withServiceLogin } from "../../../../test/fixtures/database-url.ts";
import { drainOutbox } from "../../../../test/fixtures/drain-outbox.ts";
import { aFolder, anInstallation, exportTo, importText } from "../../../../test/fixtures/moving.ts";
import { findDifferences, rollUp } from "../../../../test/fixtures/roll-up.ts";
import { aStore } from "../../../../test/fixtures/service.ts";
import { TEST_SECRET } from "../../../../test/fixtures/shared.ts";
import { good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { unavailable } from "../../../platform/errors.ts";
import { recordSavesReader } from "../../insights/record-saves-reader.ts";
import type { Reason } from "../refused.ts";
import { importFile } from "./import-file.ts";

const MAIN = new URL("../../../main.ts", import.meta.url).pathname;
const UUID = "11111111-1111-4111-8111-111111111111";
const LINE = `select c.value from waiting w join subscriptions s on s.id = w.subscription_id
  join contacts c on c.id = s.contact_id order by w.place, w.subscription_id`;

/** For a command in a process of its own. */
const envOf = ({ url }: { readonly url: string }) => ({
  PATH: process.env["PATH"],
  ...COMPILE_CACHE,
  NODE_ENV: "test",
  KEEPSAKE_SECRET: TEST_SECRET,
  DATABASE_URL: withServiceLogin(url),
});
const valuesOf = (rows: readonly { readonly value: string }[]) => rows.map(({ value }) => value);

test("people come in their original order, before and among those who wait already", async () => {
  const shop = await anInstallation();
  good(await subscribeAs(shop.store, "here@example.com", [aProduct(1)]));
  await shop.ask("update subscriptions set signed_up_at = '2026-03-01T00:00:00Z'");
  const report = await importText(
    shop,
    "subscriptions",
    [
      "email,variant,signedUpAt",
      "c@example.com,1,2026-04-01",
      // The same second: the order of the file.
      "b@example.com,1,2026-02-01T10:00:00Z",
      "a@example.com,1,2026-02-01T10:00:00Z",
      "here@example.com,1,2026-01-01T00:00:00.000001Z",
    ].join("\n"),
  );
  expect(report.rows).toEqual({ read: 4, imported: 3, there: 1, refused: 0 });
  expect(report.changed).toMatchObject([{ change: "earlier", rows: 1 }]);
  const order = ["here@example.com", "b@example.com", "a@example.com", "c@example.com"];
  expect(valuesOf(await shop.ask(LINE))).toEqual(order);
  expect(await shop.ask("select from mails")).toEqual([]);
  expect(
    await shop.ask(
      "select subject from outbox where subject like 'alert.%' and payload ->> 'contactId' <> (select id::text from contacts where value = 'here@example.com')",
    ),
  ).toEqual([]);
});

test("people of the same moment keep the order of the file, also among addresses that the store knows", async () => {
  const shop = await anInstallation();
  const head = "email,variant,signedUpAt";
  const row = (name: string, variant: number) => `${name}@example.com,${variant},2026-02-01`;
  await importText(shop, "subscriptions", [head, row("known", 2), row("known2", 2)].join("\n"), { name: "one.csv" });
  const names = ["known", "new", "known2", "new2"];
  await importText(shop, "subscriptions", [head, ...names.map((name) => row(name, 1))].join("\n"), { name: "two.csv" });
  const line = await shop.ask<{ value: string }>(
    LINE.replace("order by", "where w.variant_id = (select id from variants where platform_id = '1') order by"),
  );
  expect(valuesOf(line)).toEqual(names.map((name) => `${name}@example.com`));
});

test("times as PostgreSQL prints them are compared with others, and are not in the future", async () => {
  const shop = await anInstallation();
  const [head, row] = ["email,variant,signedUpAt", "a@example.com,1"];
  const times = ["2026-03-01 10:00:00+01", "2026-03-01 10:00:00+0130", "2026-03-01 12:00:00.000001+02"];
  const { rows } = await importText(shop, "subscriptions", [head, ...times.map((at) => `${row},${at}`)].join("\n"));
  expect(rows).toEqual({ read: 3, imported: 1, there: 2, refused: 0 });
  expect(await shop.ask("select signed_up_at from subscriptions")).toEqual([
    { signed_up_at: new Date("2026-03-01T08:30:00Z") },
  ]);
  const future = await importText(shop, "subscriptions", `${head}\n${row},2999-01-01 00:00:00+00\n`);
  expect(future.refused).toMatchObject([{ reason: "time-in-future" }]);
});

test("the same rows again change nothing, also in another file", async () => {
  const shop = await anInstallation();
  const text =
    "email,variant,signedUpAt\na@example.com,1,2026-02-01\nb@example.com,2,2026-02-02\na@example.com,1,2026-02-03\n";
  expect((await importText(shop, "subscriptions", text)).rows).toEqual({ read: 3, imported: 2, there: 1, refused: 0 });
  const all = () =>
    shop.ask("select s.*, w.place from subscriptions s left join waiting w on w.subscription_id = s.id order by s.id");
  const before = await all();
  const again = await importText(shop, "subscriptions", text);
  expect(again).toMatchObject({ isRepeated: true, rows: { read: 3, imported: 2 } });
  const other = await importText(shop, "subscriptions", `${text}c@example.com,1,2026-02-04\n`);
  expect(other).toMatchObject({ isRepeated: false, rows: { read: 4, imported: 1, there: 3 } });
  expect((await all()).slice(0, 2)).toEqual(before);
});

test("a file with refused rows can be imported again when the cause is mended, and one without cannot", async () => {
  const shop = await anInstallation();
  const items = `list,variant\n${UUID},1\n`;
  expect((await importText(shop, "items", items)).rows).toMatchObject({ imported: 0, refused: 1 });
  await importText(shop, "lists", `list,email\n${UUID},a@example.com\n`);
  const again = await importText(shop, "items", items);
  expect(again).toMatchObject({ isRepeated: false, resumedAfter: 0, refused: [] });
  expect(again.rows).toEqual({ read: 1, imported: 1, there: 0, refused: 0 });
  expect(await importText(shop, "items", items)).toMatchObject({ isRepeated: true, rows: again.rows });
});

test("suppressed people are stored and never wait, people who left are not signed up again, erased people are refused", async () => {
  const shop = await anInstallation();
  const early = await importText(shop, "subscriptions", "email,variant,signedUpAt\nx@example.com,9,2026-01-01\n");
  expect(early.warnings).toEqual([expect.stringContaining("no suppressions")]);
  await importText(shop, "suppressions", "email,reason\nsuppressed@example.com,bounced\nx@example.com,complained\n", {
    name: "s.csv",
  });
  expect(valuesOf(await shop.ask(LINE))).toEqual([]); // what was open has ended
  good(await subscribeAs(shop.store, "left@example.com", [aProduct(1)]));
  good(
    await shop.store.admin("/storeadmin/v3/people/unsubscribe", undefined, {
      json: { person: await personOf(shop, "left@example.com") },
    }),
  );
  await keepsake(shop.service, "person", "erase", "--pid", shop.store.pid, "--email", "erased@example.com");
  const report = await importText(
    shop,
    "subscriptions",
    "email,variant,signedUpAt,state\nsuppressed@example.com,1,2026-01-01,\nleft@example.com,1,2026-01-01,\nerased@example.com,1,2026-01-01,\nwas@example.com,1,2026-01-01,unsubscribed\n",
  );
  expect(report.warnings).toEqual([]);
  expect(report.rows).toEqual({ read: 4, imported: 2, there: 1, refused: 1 });
  expect(report.refused).toMatchObject([{ reason: "erased", lines: [4] }]);
  expect(report.changed).toMatchObject([{ change: "suppressed", rows: 1 }]);
  expect(valuesOf(await shop.ask(LINE))).toEqual([]);
});

test("somebody whose address was suppressed before the erasure is not imported again, and is exported as erased", async () => {
  const shop = await anInstallation();
  await importText(shop, "suppressions", "email,since,reason\nann@example.com,2020-01-01,unsubscribed\n");
  await keepsake(shop.service, "person", "erase", "--pid", shop.store.pid, "--email", "ann@example.com");
  const [head, row] = ["email,variant,signedUpAt", "ann@example.com,1"];
  const before = await importText(shop, "subscriptions", `${head}\n${row},2026-01-01\n`);
  expect(before.refused).toMatchObject([{ reason: "erased", lines: [2] }]);
  expect(await shop.ask("select from contacts")).toEqual([]);
  const exported = await readFile(join(await exportTo(shop), "suppressions.jsonl"), "utf8");
  expect(JSON.parse(exported)).toMatchObject({ reason: "erased", since: expect.not.stringMatching(/^2020/) });
  // The reason stays for those who count it.
  expect(await shop.ask("select reason from suppressions")).toEqual([{ reason: "unsubscribed" }]);
});

test("no file brings back an account of somebody who was erased and had alerts only, unless they came back", async () => {
  const shop = await anInstallation();
  good(await subscribeAs(shop.store, "ann@example.com", [aProduct(1)]));
  const erase = () => keepsake(shop.service, "person", "erase", "--pid", shop.store.pid, "--email", "ann@example.com");
  await erase();
  const accounts = () => shop.ask("select email from shoppers where email is not null");
  const lists = await importText(
    shop,
    "lists",
    "list,email,createdAt\na,ann@example.com,2026-01-01\nb,ann@example.com,\n",
  );
  expect(lists.refused).toMatchObject([{ reason: "erased", lines: [2, 3] }]);
  const head = "email,variant,signedUpAt,ownerEmail";
  const alerts = await importText(
    shop,
    "subscriptions",
    `${head}\nann@example.com,1,2026-01-01,ann@example.com\nann@example.com,1,2026-01-01,bob@example.com\nbob@example.com,1,2026-01-01,ann@example.com\n`,
  );
  expect(alerts.refused).toMatchObject([{ reason: "erased", lines: [2, 3] }]);
  // Bob's alert is stored, and is nobody's: the account that it was of is erased.
  expect(await shop.ask("select shopper_id from subscriptions")).toEqual([{ shopper_id: null }]);
  expect(await accounts()).toEqual([]);
  const back = await importText(shop, "lists", `list,email,createdAt\nc,ann@example.com,${new Date().toISOString()}\n`);
  expect(back.rows).toMatchObject({ imported: 1, refused: 0 });
  expect(await accounts()).toEqual([{ email: "ann@example.com" }]);
});

async function personOf(shop: Awaited<ReturnType<typeof anInstallation>>, address: string) {
  const found = good(await shop.store.admin("/storeadmin/v3/people/find", undefined, { json: { address } }));
  return (found as { items?: { person: string }[]; person?: string }).items?.[0]?.person ?? String(found["person"]);
}

const REFUSALS: [kind: string, head: string, row: string, reason: Reason][] = [
  ["subscriptions", "email,variant,signedUpAt", ",1,2026-01-01", "missing-address"],
  ["subscriptions", "email,variant,signedUpAt", "ann,1,2026-01-01", "invalid-email"],
  ["subscriptions", "phone,variant,signedUpAt", "0151,1,2026-01-01", "invalid-phone"],
  ["subscriptions", "email,variant,signedUpAt", "a@example.com,,2026-01-01", "missing-variant"],
  ["subscriptions", "email,variant,signedUpAt", `a@example.com,${"x".repeat(65)},2026-01-01`, "invalid-variant"],
  ["subscriptions", "email,variant,signedUpAt", "a@example.com,1,", "missing-time"],
  ["subscriptions", "email,variant,signedUpAt", "a@example.com,1,soon", "invalid-time"],
  ["subscriptions", "email,variant,signedUpAt", "a@example.com,1,2999-01-01", "time-in-future"],
  ["subscriptions", "email,variant,signedUpAt,confirmed", "a@example.com,1,2026-01-01,no", "unconfirmed"],
  ["subscriptions", "email,variant,signedUpAt,state", "a@example.com,1,2026-01-01,maybe", "unknown-value"],
  ["subscriptions", "email,variant,signedUpAt,quantity", "a@example.com,1,2026-01-01,0", "invalid-value"],
  [
    "subscriptions",
    "email,variant,signedUpAt,product,url",
    "a@example.com,1,2026-01-01,1,javascript:alert(1)",
    "invalid-url",
  ],
  ["lists", "list,name", `${UUID},Mine`, "missing-owner"],
  ["lists", "list,uuid", `${UUID},not-a-uuid`, "invalid-uuid"],
  ["lists", "list,regid", `${UUID},00000000000000000000000000000000`, "invalid-regid"],
  ["lists", "list,email,type", `${UUID},a@example.com,cart`, "unknown-type"],
  ["lists", "list,email,leadsTo", `${UUID},a@example.com,nowhere`, "unknown-target"],
  ["items", "list,variant", `${UUID},1`, "unknown-list"],
  ["items", "variant", "1", "missing-list"],
  ["items", "list,variant,image", `${UUID},1,javascript:alert(1)`, "invalid-url"],
  ["suppressions", "email", "nobody", "invalid-email"],
];

const refusing = await anInstallation();

test.each(REFUSALS)("%s with %s: %s is refused as %s, in a dry run, too", async (kind, head, row, reason) => {
  const shop = { ...refusing, store: await aStore(refusing.service, { scopes: ["admin"] }) };
  for (const args of [["--dry-run"], []]) {
    const report = await importText(shop, kind, `${head}\n${row}\n`, { args });
    expect(report.refused).toMatchObject([{ reason, rows: 1, lines: [2], why: expect.any(String) }]);
    expect(report.rows).toMatchObject({ imported: 0, refused: 1 });
  }
});

test("a second save-for-later list of a shopper is refused", async () => {
  const shop = await anInstallation();
  const report = await importText(shop, "lists", "list,email,type\na,a@example.com,sfl\nb,a@example.com,sfl\n");
  expect(report.refused).toMatchObject([{ reason: "second-save-for-later", lines: [3] }]);
});

test("a value that only the database refuses costs its own row, and no other, in a dry run, too", async () => {
  const shop = await anInstallation();
  const lines = Array.from({ length: 20 }, (_, n) =>
    JSON.stringify({
      variant: `v${n}`,
      data: n === 7 ? { title: "\ud800".toWellFormed(), price: 1e300 } : { title: "x" },
    }),
  );
  const folder = await aFolder();
  const path = join(folder, "items.jsonl");
  const list = "22222222-2222-4222-8222-222222222222";
  await importText(shop, "lists", `list,email\n${list},a@example.com\n`);
  const items = lines.map((_, n) =>
    JSON.stringify({ list, variant: `v${n}`, addedAt: "2026-01-01", updatedAfter: n === 7 ? 3_155_760_000 : 1 }),
  );
  await writeFile(path, items.join("\n"));
  const args = ["import", "items", path, "--pid", shop.store.pid, "--json"];
  for (const more of [["--dry-run"], []])
    expect(JSON.parse(await keepsake(shop.service, ...args, ...more))).toMatchObject({
      rows: { imported: 19, refused: 1 },
      refused: [{ reason: "cannot-be-stored", lines: [8] }],
    });
});

test.each([
  { what: "a target that is stored as 0", break: "", reason: "invalid-value" },
  {
    what: "a value that a check of the table refuses",
    break: "alter table contacts add check (locale <> 'xx')",
    reason: "cannot-be-stored",
  },
  {
    what: "a value without which a column cannot be",
    break: "alter table contacts alter locale set not null",
    reason: "cannot-be-stored",
  },
] as const)("$what costs its own row, and no other, in a dry run, too", async ({ what, break: change, reason }) => {
  const shop = await anInstallation();
  if (change) await shop.ask(change);
  const bad = { target: what.startsWith("a target") ? 0.000_01 : 5, locale: what.endsWith("refuses") ? "xx" : "" };
  const row = (n: number) => {
    const { target, locale } = n === 7 ? bad : { target: 5, locale: "de" };
    return `p${n}@example.com,1,2026-01-01,pricedrop,${target},${locale}`;
  };
  const head = "email,variant,signedUpAt,topic,target,locale";
  const text = [head, ...Array.from({ length: 20 }, (_, n) => row(n))].join("\n");
  for (const args of [["--dry-run"], []])
    expect(await importText(shop, "subscriptions", text, { args })).toMatchObject({
      rows: { imported: 19, refused: 1 },
      refused: [{ reason, lines: [9] }],
    });
  expect(await shop.ask("select count(*)::int as count from subscriptions")).toEqual([{ count: 19 }]);
});

test("lists keep their ids, owners, privacy and items; counts, previews and figures are right, and an add to them goes on", async () => {
  const shop = await anInstallation({ settings: { lists: { types: ["cart"] } } });
  const account = await shop.store.anAccount();
  const guest = await shop.store.aGuest();
  const lines = [
    {
      list: UUID,
      email: account.useremail,
      name: "N".repeat(60),
      isPublic: true,
      properties: { a: 1 },
      createdAt: "2025-01-01",
    },
    { list: "other-service-7", uuid: guest.uuid, name: "Guest's", type: "cart" },
  ];
  const report = await importText(shop, "lists", lines.map((line) => JSON.stringify(line)).join("\n"), {
    name: "lists.jsonl",
  });
  expect(report).toMatchObject({ rows: { imported: 2 }, changed: [{ change: "name-cut", rows: 1 }] });
  const items = [1, 2, 3].map((n) => ({
    list: UUID,
    variant: n,
    product: n + 100,
    url: `https://shop.example/${n}`,
    title: `Nr ${n}`,
    quantity: n,
    note: "blue",
    addedAt: `2025-02-0${n}`,
  }));
  const more = [
    { list: "other-service-7", variant: 2 },
    { list: UUID, title: "A pen", price: 3, addedAt: "2025-01-01" },
  ];
  const first = await importText(shop, "items", [...items, ...more].map((line) => JSON.stringify(line)).join("\n"), {
    name: "items.jsonl",
  });
  expect(first.rows).toEqual({ read: 5, imported: 5, there: 0, refused: 0 });

  const lists = listsOf(shop.store, account);
  expect(await lists.fetchLists()).toMatchObject([{ lid: UUID, cnt: 4, anonRead: true, lprops: { a: 1 } }]);
  expect(await lists.contents(UUID)).toMatchObject([
    { epi: 3, empi: 103, qty: 3, note: "blue", dt: "Nr 3" },
    { epi: 2 },
    { epi: 1 },
    { lity: "custom", title: "A pen" },
  ]);
  expect(await listsOf(shop.store, guest).fetchLists()).toMatchObject([{ lty: "cart", cnt: 1 }]);
  await lists.add(UUID, { epi: 9, empi: 9, du: "https://shop.example/9" });
  await importText(shop, "items", JSON.stringify({ list: UUID, variant: 10, addedAt: "2025-03-01" }), {
    name: "more.jsonl",
  });
  expect((await lists.fetchLists())[0]).toMatchObject({
    cnt: 6,
    listcontents: [{ epi: 9 }, { epi: 10 }, { epi: 3 }, { epi: 2 }, { epi: 1 }, { dt: "A pen" }],
  });

  const { db } = shop.service.deps;
  await rollUp(db);
  await drainOutbox(db, recordSavesReader);
  expect(await findDifferences(db)).toEqual([]);
  expect(
    await shop.ask("select product_id, people::int from product_saves where product_id in ('102', '103') order by 1"),
  ).toEqual([
    { product_id: "102", people: 1 },
    { product_id: "103", people: 1 },
  ]);
  // One event for all of a page, and none of a shopper.
  expect(
    await shop.ask("select subject, count(*)::int from outbox where subject like 'item%' group by 1 order by 1"),
  ).toEqual([
    { subject: "item.added", count: 1 },
    { subject: "items.imported", count: 2 },
  ]);
});

test("a list whose id belongs to another store gets another one, and its items find it, each time", async () => {
  const shop = await anInstallation();
  const account = await shop.store.anAccount();
  await importText(shop, "lists", `list,email\n${UUID},${account.useremail}\n`);
  const second = { service: shop.service, store: await aStore(shop.service, { scopes: ["admin"] }) };
  const report = await importText(second, "lists", `list,email\n${UUID},b@example.com\n`);
  expect(report.changed).toMatchObject([{ change: "renamed", rows: 1 }]);
  expect((await importText(second, "items", `list,variant\n${UUID},1\n`)).rows).toMatchObject({
    imported: 1,
    refused: 0,
  });
  expect((await importText(second, "lists", `list,email,name\n${UUID},b@example.com,Again\n`)).rows).toMatchObject({
    there: 1,
    imported: 0,
  });
});

test("a list id that two shoppers share stays the list of the first, in one file and in two, with its items", async () => {
  const [ann, bob, head] = ["1,ann@example.com", "1,bob@example.com", "list,email"];
  const refused = [{ reason: "of-another", rows: 1 }];
  const one = await anInstallation();
  const both = await importText(one, "lists", `${head}\n${ann}\n${bob}\n${ann}\n`);
  expect(both).toMatchObject({ rows: { imported: 1, there: 1, refused: 1 }, refused });
  const two = await anInstallation();
  await importText(two, "lists", `${head}\n${ann}\n`);
  const second = await importText(two, "lists", `${head}\n${bob}\n${ann}\n`);
  expect(second).toMatchObject({ rows: { imported: 0, there: 1, refused: 1 }, refused });

  for (const shop of [one, two]) {
    const of = (email: string) =>
      importText(shop, "items", `list,email,variant\n1,${email},${email}\n`, { name: `${email}.csv` });
    expect(await of("ann@example.com")).toMatchObject({ rows: { imported: 1, refused: 0 } });
    expect(await of("bob@example.com")).toMatchObject({ rows: { imported: 0, refused: 1 }, refused });
    expect(await of("nobody@example.com")).toMatchObject({ rows: { imported: 0, refused: 1 }, refused });
    expect(await shop.ask("select email, count from lists l join shoppers s on s.id = l.shopper_id")).toEqual([
      { email: "ann@example.com", count: 1 },
    ]);
  }
  const leading = await importText(one, "lists", "list,email,leadsTo\n2,bob@example.com,1\n");
  expect(leading).toMatchObject({ rows: { imported: 0, refused: 1 }, refused });
});

test("the lists and items of a guest who became part of an account are still theirs in the file of the guest", async () => {
  const shop = await anInstallation();
  const guest = await shop.store.aGuest();
  const [lists, items] = [`list,uuid\n1,${guest.uuid}\n`, `list,uuid,variant\n1,${guest.uuid},1\n`];
  await importText(shop, "lists", lists);
  await importText(shop, "items", items);
  await shop.store.sync({ regid: guest.regid, useremail: "ann@example.com" });
  const again = { read: 1, imported: 0, there: 1, refused: 0 };
  expect((await importText(shop, "lists", `${lists}\n`)).rows).toEqual(again);
  expect((await importText(shop, "items", `${items}\n`)).rows).toEqual(again);
  expect((await importText(shop, "lists", "list,email\n1,ann@example.com\n")).rows).toEqual(again);
});

test("a dry run stores nothing, and an analysis says what a file has", async () => {
  const shop = await anInstallation();
  const text = "Mail,Variant,At\na@example.com,1,2026-01-01\nnobody,2,2026-01-01\n";
  const mapping = { fields: { email: "Mail", variant: "Variant", signedUpAt: "At" } };
  const dry = await importText(shop, "subscriptions", text, { mapping, args: ["--dry-run"] });
  expect(dry).toMatchObject({ mode: "dry-run", rows: { read: 2, imported: 1, refused: 1 } });
  expect(await shop.ask("select from contacts union all select from variants union all select from imports")).toEqual(
    [],
  );
  const analysis = (await importText(shop, "subscriptions", text, { mapping, args: ["--analyse"] })) as unknown;
  expect(analysis).toMatchObject({
    rows: 2,
    good: 1,
    columns: [{ name: "Mail", filled: 2, examples: ["a@example.com", "nobody"] }, { name: "Variant" }, { name: "At" }],
    refused: { "invalid-email": { rows: 1, lines: [3] } },
  });
});

test("the evidence of consent is kept where the file has it, and the report is kept beside the file", async () => {
  const shop = await anInstallation();
  const folder = await aFolder();
  const path = join(folder, "alerts.csv");
  await writeFile(
    path,
    "email,variant,signedUpAt,consentText,consentedAt,locale\na@example.com,1,2026-01-01,I agree,2026-01-02,de\nb@example.com,1,2026-01-01,,,\n",
  );
  await keepsake(shop.service, "import", "subscriptions", path, "--pid", shop.store.pid);
  expect(await shop.ask("select wording, language, source, given_at::date::text as day from consents")).toEqual([
    { wording: "I agree", language: "de", source: "import", day: "2026-01-02" },
  ]);
  const report = JSON.parse(await readFile(`${path}.report.json`, "utf8"));
  expect(report).toMatchObject({
    file: { name: "alerts.csv", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    rows: { imported: 2 },
  });
  expect(await readFile(`${path}.report.txt`, "utf8")).toContain("2 rows read: 2 imported");
  expect(
    await shop.ask("select action, details ->> 'kind' as kind from audit_log where action like '%import%'"),
  ).toEqual([{ action: "store.imported", kind: "subscriptions" }]);
});

test("an import that is killed goes on where it was, and stores each row once", async () => {
  const shop = await anInstallation();
  const path = join(await aFolder(), "subscriptions.csv");
  const rows = 24_000;
  const lines = Array.from({ length: rows }, (_, n) => `p${n}@example.com,${n % 50},2026-01-01T00:00:00Z`);
  await writeFile(path, `email,variant,signedUpAt\n${lines.join("\n")}\n`);
  const args = ["import", "subscriptions", path, "--pid", shop.store.pid, "--json"];
  const child = spawn(process.execPath, [MAIN, ...args], { env: envOf(shop), stdio: "ignore" });
  const exited = once(child, "exit");
  const done = async () =>
    Number((await shop.ask<{ rows: string }>("select max(rows_read)::text as rows from imports"))[0]?.rows ?? 0);
  await expect.poll(done, { interval: 5, timeout: 120_000 }).toBeGreaterThan(0);
  child.kill("SIGKILL");
  await exited;
  const reached = await done();
  expect(reached).toBeLessThan(rows);
  expect(await shop.ask("select count(*)::int as count from subscriptions")).toEqual([{ count: reached }]); // the rows and the position are one

  const report = JSON.parse(await keepsake(shop.service, ...args));
  expect(report).toMatchObject({ resumedAfter: reached, rows: { read: rows, imported: rows, there: 0, refused: 0 } });
  expect(
    await shop.ask(
      "select count(*)::int as count, count(distinct value)::int as people from waiting w join subscriptions s on s.id = w.subscription_id join contacts c on c.id = s.contact_id",
    ),
  ).toEqual([{ count: rows, people: rows }]);
}, 240_000);

test("an import goes on when the answer to a commit is lost, and stores the page once", async () => {
  const shop = await anInstallation();
  const path = join(await aFolder(), "subscriptions.csv");
  const rows = 4_500;
  const lines = Array.from({ length: rows }, (_, n) => `p${n}@example.com,1,2026-01-01T00:00:00Z`);
  await writeFile(path, `email,variant,signedUpAt\n${lines.join("\n")}\n`);
  const { db, hashAddress, stores } = shop.service.deps;
  let lost = 0;
  const losing: typeof db = {
    ...db,
    async inStore(storeId, work, tx) {
      const done = await db.inStore(storeId, work, tx);
      const [progress] = await shop.ask<{ reached: string }>("select rows_read::text as reached from imports");
      if (lost > 0 || !progress || progress.reached === "0") return done;
      lost += 1;
      throw unavailable("The database");
    },
  };
  const input = { path, kind: "subscriptions", mapping: null } as const;
  const report = await importFile({ db: losing, hashAddress }, await stores.getByPid(shop.store.pid), input);
  expect(lost).toBe(1);
  expect(report.rows).toEqual({ read: rows, imported: rows, there: 0, refused: 0 });
  expect(await shop.ask("select count(*)::int as count from subscriptions")).toEqual([{ count: rows }]);
});

const OWN = "(select id from stores where pid = $1)";
const ID = `new_id(${OWN})`;
test.each([
  {
    kind: "subscriptions",
    what: "addresses that sign up",
    file: "email,variant,signedUpAt\nb@example.com,1,2026-02-01\na@example.com,1,2026-02-01\n",
    take: `insert into contacts (id, store_id, medium, value, address_hash) values (${ID}, ${OWN}, 1, $2 || '@example.com', gen_random_uuid())`,
  },
  {
    kind: "items",
    what: "variants of an upload",
    file: `list,variant\n${UUID},b\n${UUID},a\n`,
    take: `insert into variants (id, store_id, platform_id) values (${ID}, ${OWN}, $2)`,
  },
  {
    kind: "lists",
    what: "guests who begin",
    file: `list,regid\n1,b1${"0".repeat(30)}\n2,a1${"0".repeat(30)}\n`,
    take: `insert into shoppers (id, store_id, regid) values (${ID}, ${OWN}, rpad($2 || '1', 32, '0')::uuid)`,
  },
  {
    kind: "subscriptions",
    what: "alerts that wait",
    file: "email,variant,signedUpAt\nb@example.com,known,2026-02-01\na@example.com,known,2026-02-01\n",
    take: `select from subscriptions s join contacts c on c.id = s.contact_id
      where s.store_id = ${OWN} and c.value = $2 || '@example.com' for update of s`,
  },
])("an import takes $what in the order of the calls, so that neither waits for the other", async (one) => {
  const shop = await anInstallation();
  await importText(shop, "lists", `list,email\n${UUID},a@example.com\n`);
  if (one.what === "alerts that wait")
    await importText(
      shop,
      "subscriptions",
      "email,variant,signedUpAt\na@example.com,known,2026-03-01\nb@example.com,known,2026-03-01\n",
    );
  const call = await connectAsSuperuser(shop.url);
  await call.query("begin");
  await call.query("set local lock_timeout = '900ms'");
  await call.query(one.take, [shop.store.pid, "a"]);
  const importing = importText(shop, one.kind, one.file, { name: "moved.csv" });
  const isWaiting = async () =>
    (await shop.ask("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .length > 0;
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
  await call.query(one.take, [shop.store.pid, "b"]);
  await call.query("commit");
  await call.end();
  expect((await importing).rows).toMatchObject({ read: 2, refused: 0 });
});

test("a file may be larger than the memory of the process", async () => {
  const shop = await anInstallation();
  const path = join(await aFolder(), "suppressions.jsonl");
  // 120 MB. The import fits into 76 MB, most of it for the program itself, and whoever holds all rows needs more than 200.
  const rows = 15_000;
  const former = "x".repeat(8_000);
  const file = await open(path, "w");
  for (let n = 0; n < rows; n += 1_000)
    await file.write(
      Array.from({ length: 1_000 }, (_, i) => `${JSON.stringify({ email: `p${n + i}@example.com`, former })}\n`).join(
        "",
      ),
    );
  await file.close();
  const within = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, ["--max-old-space-size=96", ...args], {
      env: envOf(shop),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [printed, errors, [code]] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    return { code, printed, errors };
  };
  const { code, printed, errors } = await within(
    MAIN,
    "import",
    "suppressions",
    path,
    "--pid",
    shop.store.pid,
    "--json",
  );
  expect({ code, because: code === 0 ? "" : errors }).toEqual({ code: 0, because: "" });
  expect(JSON.parse(printed)).toMatchObject({ rows: { read: rows, imported: rows } });
  // The same memory does not hold the rows of the file.
  const readWhole = `require("fs").readFileSync(process.argv[1], "utf8").split("\\n").map((line) => line && JSON.parse(line))`;
  expect((await within("-e", readWhole, path)).errors).toContain("heap out of memory");
}, 240_000);
