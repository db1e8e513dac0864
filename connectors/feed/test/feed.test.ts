import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aRunningService } from "../../../packages/service/test/fixtures/running-service.ts";
import type { TestStore } from "../../../packages/service/test/fixtures/service.ts";
import { whenDone } from "../../../packages/service/test/fixtures/when-done.ts";
import { readConfig } from "../src/config.ts";
import { createFeed } from "../src/feed.ts";
import { createPushServer } from "../src/server.ts";

// Documents as a shop's server signs them, against the real service.
const keepsake = await aRunningService();
const SECRET = "a secret of the shop and the feed";
const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

const sign = (body: string, { secret = SECRET, at = Date.now(), id = `msg_${randomUUID()}` } = {}) => {
  const timestamp = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
};
const jsonLines = (entries: readonly object[], feed = "complete") =>
  [{ feed }, ...entries, { end: entries.length }].map((line) => `${JSON.stringify(line)}\n`).join("");
const stockOf = (quantities: Record<string, number | string>) =>
  Object.entries(quantities).map(([id, stock]) => ({ id, product_id: `p-${id}`, title: `Mug ${id}`, stock }));
const JSON_LINES = "application/x-ndjson";

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function settingsOf(store: TestStore, more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-feed-test-"));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return {
    KEEPSAKE_URL: keepsake.url,
    KEEPSAKE_PID: store.pid,
    KEEPSAKE_KEY: store.key,
    FEED_SECRET: SECRET,
    FEED_STATE: join(folder, "state.json"),
    PORT: "0",
    ...more,
  };
}

/** A program that takes pushes for a new store. */
async function aReceiver(more: Record<string, string> = {}) {
  const store = await keepsake.aNotifyingStore();
  const env = await settingsOf(store, more);
  const feed = createFeed(readConfig(env), { log: () => undefined });
  const server = createPushServer(feed, () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`;
  const push = async (body: string, headers: Record<string, string> = sign(body), type = JSON_LINES) => {
    const answer = await fetch(url, { method: "POST", body, headers: { "content-type": type, ...headers } });
    return {
      status: answer.status,
      ...((await answer.json()) as { state?: string; error?: string; checked?: number }),
    };
  };
  return { store, feed, env, push, stock: () => keepsake.stockOf(store) };
}

/** A shop that offers one document at an address, with an ETag, and counts how often it was fetched whole. */
async function aShop(first: string) {
  const shop = { body: first, at: Date.now(), whole: 0, url: "" };
  shop.url = await listen((request, response) => {
    const etag = `"${createHmac("sha256", "x").update(shop.body).digest("hex")}"`;
    if (request.headers["if-none-match"] === etag) return response.writeHead(304, { etag }).end();
    shop.whole += 1;
    return response
      .writeHead(200, { "content-type": JSON_LINES, etag, ...sign(shop.body, { at: shop.at }) })
      .end(shop.body);
  });
  return shop;
}

test("a pushed document sets the stock: less than nothing is nothing, and untracked is always enough", async () => {
  const { push, stock, store } = await aReceiver();
  const body = jsonLines(stockOf({ a: 3, b: -2, c: "untracked" }));
  expect(await push(body)).toMatchObject({ status: 200, state: "applied", checked: 3 });
  expect(await stock()).toEqual({ a: 3, b: 0, c: 1_000_000 });
  const rows = await keepsake.ask<{ title: string }>(
    "select product->>'title' as title from variants where store_id = $1 order by platform_id",
    [store.id],
  );
  expect(rows.map(({ title }) => title)).toEqual(["Mug a", "Mug b", "Mug c"]);
});

test("a CSV file may have quotes, commas and line ends in its fields, and one line per location", async () => {
  const { push, stock, store } = await aReceiver();
  const csv =
    '\uFEFFid,title,price,currency,stock,location\r\n7,"Lamp, ""Bothy""\nblack",49.5,EUR,2,Berlin\r\n7,,,,3,Paris\r\n8,Mug,,,0,\r\n';
  expect(await push(csv, sign(csv), "text/csv; charset=utf-8")).toMatchObject({ status: 200, checked: 2 });
  expect(await stock()).toEqual({ 7: 5, 8: 0 });
  const levels = await keepsake.ask(
    "select location, quantity from stock_levels where store_id = $1 order by location",
    [store.id],
  );
  expect(levels).toEqual([
    { location: "", quantity: 0 },
    { location: "Berlin", quantity: 2 },
    { location: "Paris", quantity: 3 },
  ]);
});

test("a document with a wrong signature, a stranger's secret or a changed byte is refused; the old secret works while it is replaced", async () => {
  const { push, stock } = await aReceiver({ FEED_SECRET: `the new secret of the shop, ${SECRET}` });
  const body = jsonLines(stockOf({ a: 3 }));
  expect((await push(body, {})).status).toBe(401);
  expect((await push(body, sign(body, { secret: "a secret of somebody else" }))).status).toBe(401);
  expect((await push(body.replace("3", "4"), sign(body))).status).toBe(401);
  expect((await push(body, { ...sign(body), "webhook-timestamp": "1" })).status).toBe(401);
  expect(await stock()).toEqual({});
  expect((await push(body)).status).toBe(200);
  const next = jsonLines(stockOf({ a: 4 }));
  expect((await push(next, sign(next, { secret: "the new secret of the shop" }))).status).toBe(200);
  expect(await stock()).toEqual({ a: 4 });
});

test("a document that is older than the whole stock changes nothing, and one that was kept back is refused", async () => {
  const { push, stock } = await aReceiver();
  const [older, newer, ancient] = [
    jsonLines(stockOf({ a: 1 })),
    jsonLines(stockOf({ a: 2 })),
    jsonLines(stockOf({ a: 9 })),
  ];
  const now = Date.now();
  expect((await push(newer, sign(newer, { at: now }))).state).toBe("applied");
  expect((await push(older, sign(older, { at: now - 60_000 }))).state).toBe("unchanged");
  expect((await push(ancient, sign(ancient, { at: now - 600_000 }))).status).toBe(409);
  expect((await push(ancient, sign(ancient, { at: now + 600_000 }))).status).toBe(401);
  expect(await stock()).toEqual({ a: 2 });
});

test("of two documents that overtake each other, the older one still counts for what the newer one does not name", async () => {
  const { push, stock, store } = await aReceiver();
  const now = Date.now();
  const send = (body: string, at: number) => push(body, sign(body, { at })).then(({ state }) => state);
  const changes = (entries: object[]) => jsonLines(entries, "changes");
  await send(jsonLines(stockOf({ a: 0, b: 0, c: 4 })), now - 60_000);
  const newer = changes([{ id: "b", title: "New mug", stock: 7 }]);
  expect(await send(newer, now - 20_000)).toBe("applied");
  const older = changes([{ id: "a", stock: 5 }, { id: "b", title: "Old mug", stock: 6 }, ...stockOf({ d: 1 })]);
  const headers = sign(older, { at: now - 30_000 });
  expect((await push(older, headers)).state).toBe("applied");
  expect((await push(older, headers)).state).toBe("unchanged");
  // Two of one second, and the later one names the same variant.
  expect(await send(changes([{ id: "a", stock: 3 }]), now - 30_000)).toBe("applied");
  expect(await stock()).toEqual({ a: 3, b: 7, c: 4, d: 1 });
  const rows = await keepsake.ask<{ title: string }>(
    "select product->>'title' as title from variants where store_id = $1 order by platform_id",
    [store.id],
  );
  expect(rows.map(({ title }) => title)).toEqual(["Mug a", "New mug", "Mug c", "Mug d"]);

  // A complete document that was overtaken corrects, but what it lacks is not gone: a newer one may have named it.
  expect(await send(jsonLines(stockOf({ a: 8 })), now - 25_000)).toBe("applied");
  expect(await stock()).toEqual({ a: 8, b: 7, c: 4, d: 1 });
  expect(await send(jsonLines(stockOf({ a: 9, b: 7 })), now - 10_000)).toBe("applied");
  expect(await stock()).toEqual({ a: 9, b: 7, c: 0, d: 0 });
  // The newest complete document said all there was until then.
  expect(await send(changes([{ id: "e", stock: 2 }]), now - 15_000)).toBe("unchanged");
  expect(await stock()).toEqual({ a: 9, b: 7, c: 0, d: 0 });
});

test("of documents of one second the later one counts, and one that is sent again changes nothing", async () => {
  const { push, stock } = await aReceiver();
  const at = Date.now();
  const [first, second] = [1, 2].map((quantity) => jsonLines(stockOf({ a: quantity })));
  const headers = sign(first ?? "", { at });
  expect((await push(first ?? "", headers)).state).toBe("applied");
  expect((await push(second ?? "", sign(second ?? "", { at }))).state).toBe("applied");
  expect((await push(first ?? "", headers)).state).toBe("unchanged");
  expect(await stock()).toEqual({ a: 2 });
});

test.each([
  [
    "cut off",
    jsonLines(stockOf({ a: 5, b: 5 }))
      .split("\n")
      .slice(0, 2)
      .join("\n"),
    /was cut off/,
  ],
  [
    "with a wrong count",
    `${JSON.stringify({ feed: "complete" })}\n{"id":"a","stock":5}\n{"end":2}\n`,
    /counts 2 entries, but there are 1/,
  ],
  ["with half a line", `${JSON.stringify({ feed: "complete" })}\n{"id":"a","sto`, /Line 2 is not a JSON object/],
  [
    "with a wrong number in its last entry",
    jsonLines(stockOf({ a: 5, b: "many" })),
    /Line 3: stock must be a whole number/,
  ],
  ["that names a variant twice", jsonLines([...stockOf({ a: 5 }), ...stockOf({ a: 6 })]), /a is named twice/],
  ["that does not say what it is", '{"id":"a","stock":5}\n{"end":1}\n', /The first line must be/],
])("a document %s is refused as a whole", async (_, body, message) => {
  const { push, stock } = await aReceiver();
  const before = jsonLines(stockOf({ a: 1, b: 1 }));
  await push(before, sign(before, { at: Date.now() - 2_000 }));
  const answer = await push(body);
  expect([answer.status, answer.error]).toEqual([400, expect.stringMatching(message)]);
  expect(await stock()).toEqual({ a: 1, b: 1 });
});

test("a broken character in a title is left out, and one in an id is refused", async () => {
  const { push, stock, store } = await aReceiver();
  const body = jsonLines([{ id: "a", title: "M\uFFFDug", brand: "\0", stock: 2 }, ...stockOf({ b: 1 })]);
  expect(await push(body)).toMatchObject({ status: 200, state: "applied" });
  expect(await stock()).toEqual({ a: 2, b: 1 });
  const rows = await keepsake.ask<{ title: string }>(
    "select product->>'title' as title from variants where store_id = $1 order by platform_id",
    [store.id],
  );
  expect(rows.map(({ title }) => title)).toEqual(["Mug", "Mug b"]);
  const broken = jsonLines([{ id: "c\uFFFD", stock: 2 }, ...stockOf({ b: 7 })]);
  expect(await push(broken)).toMatchObject({
    status: 400,
    error: expect.stringMatching(/Line 2: id has a broken char/),
  });
  expect(await stock()).toEqual({ a: 2, b: 1 });
});

test("a variant that Keepsake refuses keeps no other back, and the dashboard names it", async () => {
  const { push, stock, store } = await aReceiver();
  // Keepsake allows no unit separator in an id.
  const body = jsonLines(stockOf({ a: 3, "b\u001F": 4, c: 5 }));
  expect(await push(body)).toMatchObject({ status: 200, state: "applied" });
  expect(await stock()).toEqual({ a: 3, c: 5 });
  const [{ problem } = { problem: "" }] = await keepsake.ask<{ problem: string }>(
    "select problem from connectors where store_id = $1",
    [store.id],
  );
  expect(problem).toMatch(/^2 records were left out: the variant b/);
});

test("a CSV file that ends inside a quote is refused", async () => {
  const { push, stock } = await aReceiver();
  const csv = 'id,stock,title\n1,5,Mug\n2,5,"La';
  expect((await push(csv, sign(csv), "text/csv")).error).toMatch(/opens in line 3 is not closed/);
  expect(await stock()).toEqual({});
});

test("what a complete document lacks is sold out, also a location; a document of changes keeps it", async () => {
  const { push, stock } = await aReceiver();
  const entries = [
    { id: "a", stock: 4, location: "Berlin" },
    { id: "a", stock: 5, location: "Paris" },
    { id: "b", stock: 6 },
  ];
  const now = Date.now();
  const send = (body: string, at: number) => push(body, sign(body, { at }));
  await send(jsonLines(entries), now - 30_000);
  await send(jsonLines([{ id: "c", stock: 1 }], "changes"), now - 20_000);
  expect(await stock()).toEqual({ a: 9, b: 6, c: 1 });
  await send(jsonLines([{ id: "a", stock: 4, location: "Berlin" }]), now - 10_000);
  expect(await stock()).toEqual({ a: 4, b: 0, c: 0 });
});

test("a document that lacks most variants is an accident, unless the operator allows it", async () => {
  const { push, stock, env } = await aReceiver();
  const all = stockOf(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`v${index}`, 1])));
  const whole = jsonLines(all);
  await push(whole, sign(whole, { at: Date.now() - 10_000 }));
  const rest = jsonLines(all.slice(0, 10));
  expect((await push(rest)).error).toMatch(/lacks 20 of 30 known variants/);
  expect(Object.values(await stock()).every((quantity) => quantity === 1)).toBe(true);

  const feed = createFeed(readConfig({ ...env, FEED_MAY_SHRINK: "yes" }), { log: () => undefined });
  const headers = new Map(Object.entries({ ...sign(rest), "content-type": JSON_LINES }));
  await feed.push(new Blob([rest]).stream(), (name) => headers.get(name) ?? null);
  expect(Object.values(await stock()).filter((quantity) => quantity === 1)).toHaveLength(10);
});

test("the program fetches the feed from cron, once for each change, and a restock alerts the person who waits once", async () => {
  const store = await keepsake.aNotifyingStore();
  const shop = await aShop(jsonLines(stockOf({ a: 0 })));
  shop.at = Date.now() - 5_000;
  const env = await settingsOf(store, { FEED_URL: `${shop.url}/feed.jsonl` });
  const runOnce = () => promisify(execFile)(process.execPath, [MAIN, "--once"], { env: { ...process.env, ...env } });
  await runOnce();
  expect((await runOnce()).stderr).toContain("did not change");
  expect(shop.whole).toBe(1);
  await keepsake.waitInLine(store, "feed@example.com", "a");
  shop.body = jsonLines(stockOf({ a: 2 }));
  shop.at = Date.now();
  await runOnce();
  await runOnce();
  await keepsake.expectAlerts(store, { "feed@example.com": 1 });

  shop.body = jsonLines(stockOf({ a: 7 })).slice(0, -4);
  await expect(runOnce()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Line 3 is not a JSON object"),
  });
  expect(await keepsake.stockOf(store)).toMatchObject({ a: 2 });
});

test("a feed that nobody writes any more is a problem, also when it says that nothing changed", async () => {
  const store = await keepsake.aNotifyingStore();
  const shop = await aShop(jsonLines(stockOf({ a: 1 })));
  let now = Date.now();
  const feed = createFeed(readConfig(await settingsOf(store)), { clock: () => now, log: () => undefined });
  await feed.fetch(shop.url);
  await expect(feed.fetch(shop.url)).resolves.toEqual({ state: "unchanged" });
  now += 25 * 3_600_000;
  await expect(feed.fetch(shop.url)).rejects.toThrow(/too long ago/);
});

test("a fetch after a push reads the whole stock, also if the feed says again what it said before", async () => {
  const { feed, push, stock } = await aReceiver();
  const shop = await aShop(jsonLines(stockOf({ a: 5 })));
  shop.at = Date.now() - 60_000;
  await feed.fetch(shop.url);
  const sold = jsonLines(stockOf({ a: 4 }), "changes");
  await push(sold, sign(sold, { at: Date.now() - 30_000 }));
  expect(await stock()).toEqual({ a: 4 });
  shop.at = Date.now(); // Came back, and no push said so.
  expect(await feed.fetch(shop.url)).toMatchObject({ state: "applied", corrected: 1 });
  expect(await stock()).toEqual({ a: 5 });
  expect(await feed.fetch(shop.url)).toEqual({ state: "unchanged" });
  expect(shop.whole).toBe(2);
});

test("a feed without changes for days is no problem while the shop still signs it", async () => {
  const store = await keepsake.aNotifyingStore();
  const shop = await aShop(jsonLines(stockOf({ a: 1 })));
  let now = Date.now();
  const feed = createFeed(readConfig(await settingsOf(store)), { clock: () => now, log: () => undefined });
  await feed.fetch(shop.url);
  for (let hours = 0; hours < 50; hours += 5) {
    now += 5 * 3_600_000;
    shop.at = now;
    await feed.fetch(shop.url);
  }
  expect(shop.whole).toBeLessThan(7);
});

test("a document of many batches is taken, and one with an endless line is refused", async () => {
  const { push, stock } = await aReceiver();
  const body = jsonLines(Array.from({ length: 1_200 }, (_, id) => ({ id, stock: 1 })));
  expect(await push(body)).toMatchObject({ status: 200, checked: 1_200 });
  expect(Object.keys(await stock())).toHaveLength(1_200);
  expect((await push(`{"feed":"complete","x":"${"x".repeat(70_000)}`)).error).toMatch(/Line 1 is longer/);
});

test("the secret needs a length, and addresses need TLS", () => {
  const env = {
    KEEPSAKE_URL: "https://k.example",
    KEEPSAKE_PID: "p",
    KEEPSAKE_KEY: "k",
    FEED_SECRET: SECRET,
    PORT: "1",
  };
  expect(() => readConfig({ ...env, FEED_SECRET: "short" })).toThrow(/at least 24/);
  expect(() => readConfig({ ...env, FEED_URL: "http://shop.example/feed" })).toThrow(/begins with https/);
  expect(() => readConfig({ ...env, PORT: undefined })).toThrow(/FEED_URL to fetch a feed, PORT to receive one/);
});
