import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createKeepsake, KeepsakeError } from "./keepsake.ts";

type Call = { readonly path: string; readonly headers: IncomingMessage["headers"]; readonly body: unknown };

/** A server that answers each call as the test says, and a client of it that does not really pause. */
async function aServer(answer: (call: Call, response: ServerResponse, calls: number) => void) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = {
        path: request.url ?? "",
        headers: request.headers,
        body: body === "" ? undefined : JSON.parse(body),
      };
      calls.push(call);
      answer(call, response, calls.length);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const pauses: number[] = [];
  const logged: string[] = [];
  const keepsake = createKeepsake({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    pid: "a store",
    key: "ks_1",
    name: "test",
    version: "0.1.0",
    pause: async (ms) => void pauses.push(ms),
    log: (message) => void logged.push(message),
  });
  return { keepsake, calls, pauses, logged };
}

const ok = (response: ServerResponse, body: object = {}) => response.writeHead(200).end(JSON.stringify(body));
const refuse = (response: ServerResponse, status: number, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, headers)
    .end(JSON.stringify({ error: true, type: "rate-limited", message: "Too many calls.", requestId: "r-1" }));
const aLevel = (epi: number) => ({ epi, quantity: 1, occurredAt: "2026-11-19T10:00:00Z" });
const levels = (count: number) => Array.from({ length: count }, (_, index) => aLevel(index));

test("a call names the store, its key and the connector", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response, { changed: 1, corrected: 0 }));
  await keepsake.setStock(levels(1));
  expect(calls[0]).toMatchObject({
    path: "/storeadmin/v3/inventory/set",
    headers: {
      authorization: `Basic ${Buffer.from("a store:ks_1").toString("base64")}`,
      "user-agent": "keepsake-test/0.1.0",
    },
    body: { levels: levels(1) },
  });
});

test("levels go in batches of 500, and their counts are added up", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response, { changed: 7, corrected: 2 }));
  await expect(keepsake.setStock(levels(1_001))).resolves.toEqual({ changed: 21, corrected: 6, leftOut: [] });
  expect(calls.map(({ body }) => (body as { levels: unknown[] }).levels.length)).toEqual([500, 500, 1]);
});

test("the locations of a variant go in one call, wherever they stand in the list", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response, { changed: 0 }));
  const at = (location: string) => levels(400).map((level) => ({ ...level, location }));
  await keepsake.setStock([...at("berlin"), ...at("paris")]);
  const sent = calls.map(({ body }) => (body as { levels: { epi: number }[] }).levels.map(({ epi }) => epi));
  expect(sent.map(({ length }) => length)).toEqual([500, 300]);
  expect(sent[0]?.filter((epi) => sent[1]?.includes(epi))).toEqual([]);
});

test("variants with long texts go in smaller batches, because a call has a maximal size", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response));
  const du = `https://shop.example/${"a".repeat(2_000)}`;
  await keepsake.upsertVariants(Array.from({ length: 500 }, (_, epi) => ({ epi, du })));
  expect(calls.length).toBeGreaterThan(1);
  for (const { headers } of calls) expect(Number(headers["content-length"])).toBeLessThan(1024 * 1024);
});

test("what counts is the size in bytes: a Japanese text needs three for a character", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response));
  const dt = "竹".repeat(250);
  await keepsake.upsertVariants(Array.from({ length: 500 }, (_, epi) => ({ epi, dt, vi: dt, bt: dt, sku: dt })));
  expect(calls.length).toBe(2);
  for (const { headers } of calls) expect(Number(headers["content-length"])).toBeLessThan(1024 * 1024);
});

test("orders go in batches of 100, with 2,000 lines together", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response));
  const lines = Array.from({ length: 150 }, (_, epi) => ({ epi, quantity: 1, price: 5 }));
  const anOrder = (id: number) => ({ id: `${id}`, currency: "EUR", occurredAt: "2026-11-19T10:00:00Z", lines });
  await keepsake.reportOrders(Array.from({ length: 14 }, (_, id) => anOrder(id)));
  expect(calls.map(({ body }) => (body as { orders: unknown[] }).orders.length)).toEqual([13, 1]);
});

test("an order of more than 200 lines is cut, because Keepsake would refuse its batch", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response));
  const lines = Array.from({ length: 201 }, (_, epi) => ({ epi, quantity: 1, price: 5 }));
  await keepsake.reportOrders([{ id: "1", currency: "EUR", occurredAt: "2026-11-19T10:00:00Z", lines }]);
  expect(calls[0]?.body).toMatchObject({ orders: [{ lines: lines.slice(0, 200) }] });
});

test("nothing to send makes no call", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response));
  await keepsake.setStock([]);
  await keepsake.upsertVariants([]);
  expect(calls).toEqual([]);
});

test("a title that is too long is cut, and a relative URL is left out", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response));
  await keepsake.upsertVariants([
    {
      epi: 1,
      dt: "x".repeat(300),
      du: "/jacket",
      iu: "https://shop.example/a.png",
      markets: { eu: { pr: 9, du: "/eu" } },
    },
  ]);
  expect(calls[0]?.body).toEqual({
    variants: [
      {
        epi: 1,
        dt: `${"x".repeat(254)}…`,
        du: null,
        iu: "https://shop.example/a.png",
        markets: { eu: { pr: 9, du: null } },
      },
    ],
  });
});

const refuseRecord = (response: ServerResponse, type = "invalid-order", message = "Order x: email is not valid.") =>
  response.writeHead(400).end(JSON.stringify({ error: true, type, message }));
const anOrder = (id: number) => ({ id: `${id}`, currency: "EUR", occurredAt: "2026-11-19T10:00:00Z" });
const ordersOf = ({ body }: Call) => (body as { orders: { id: string }[] }).orders.map(({ id }) => id);

test("an order that Keepsake refuses is left out, and its neighbours arrive", async () => {
  const stored: string[] = [];
  const { keepsake, calls, logged } = await aServer((call, response) => {
    const ids = ordersOf(call);
    if (ids.includes("3") || ids.includes("61")) return refuseRecord(response);
    stored.push(...ids);
    return ok(response);
  });
  const all = Array.from({ length: 100 }, (_, id) => anOrder(id));
  const { leftOut } = await keepsake.reportOrders(all);
  expect(leftOut).toEqual([
    "the order 3: Keepsake answered 400 to orders/report: Order x: email is not valid.",
    "the order 61: Keepsake answered 400 to orders/report: Order x: email is not valid.",
  ]);
  expect(logged).toEqual(leftOut.map((refused) => `Left out ${refused}`));
  expect(stored.toSorted()).toEqual(
    all
      .map(({ id }) => id)
      .filter((id) => id !== "3" && id !== "61")
      .toSorted(),
  );
  expect(calls.length).toBeLessThan(30);
});

test("variants and stock leave out what is refused, too, and add up what was taken", async () => {
  const { keepsake } = await aServer(({ body }, response) => {
    const [sent = []] = Object.values(body as Record<string, { epi: number }[]>);
    if (sent.some(({ epi }) => epi === 7)) return refuseRecord(response, "invalid-text", "A text is broken.");
    return ok(response, { changed: sent.length, corrected: sent.length });
  });
  await expect(keepsake.setStock(levels(20))).resolves.toMatchObject({
    changed: 19,
    corrected: 19,
    leftOut: [expect.stringMatching(/^the stock of 7: /)],
  });
  await expect(keepsake.upsertVariants(levels(20).map(({ epi }) => ({ epi })))).resolves.toEqual({
    leftOut: [expect.stringMatching(/^the variant 7: .*A text is broken/)],
  });
});

test("a batch that is too large for a proxy in between is halved", async () => {
  const { keepsake, calls } = await aServer((call, response) =>
    ordersOf(call).length > 30 ? response.writeHead(413).end("<html>too large</html>") : ok(response),
  );
  await expect(keepsake.reportOrders(Array.from({ length: 100 }, (_, id) => anOrder(id)))).resolves.toEqual({
    leftOut: [],
  });
  expect(calls.map((call) => ordersOf(call).length)).toEqual([100, 50, 25, 25, 50, 25, 25]);
});

test("a refusal that concerns every record is thrown after one call", async () => {
  const { keepsake, calls } = await aServer((_, response) => refuseRecord(response, "unknown-market"));
  await expect(keepsake.upsertVariants([{ epi: 1 }, { epi: 2 }])).rejects.toMatchObject({ type: "unknown-market" });
  expect(calls.length).toBe(1);
});

test("when Keepsake refuses one record after the other, the client gives up", async () => {
  const { keepsake, calls } = await aServer((_, response) => refuseRecord(response));
  await expect(keepsake.setStock(levels(500))).rejects.toMatchObject({ status: 400 });
  expect(calls.length).toBeLessThan(130);
});

test("broken characters, parts of units and long decimals are corrected before they are sent", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response, { changed: 1 }));
  await keepsake.upsertVariants([
    { epi: 1, dt: `${"x".repeat(253)}😀 and more`, vi: "Bl\uFFFDue\0 \uD83D", iu: "https://a.example/\uFFFD.png" },
    { epi: 2, tags: ["new", "\uFFFD"] },
  ]);
  expect(calls[0]?.body).toEqual({
    variants: [
      { epi: 1, dt: `${"x".repeat(253)}…`, vi: "Blue ", iu: null },
      { epi: 2, tags: ["new"] },
    ],
  });
  const level = { epi: 1, occurredAt: "2026-11-19T10:00:00Z" };
  await keepsake.setStock([-3, 2.5, 5_000_000_000].map((quantity) => ({ ...level, quantity })));
  expect(calls[1]?.body).toMatchObject({ levels: [{ quantity: 0 }, { quantity: 2 }, { quantity: 1_000_000_000 }] });
  const lines = [
    { epi: 1, quantity: 1.5, price: "19.123456" },
    { epi: 2, quantity: 0.2, price: "19.99" },
    { epi: 3, quantity: 1, price: 1 / 3 },
  ];
  await keepsake.reportOrders([{ ...anOrder(1), lines }]);
  expect(calls[2]?.body).toMatchObject({
    orders: [
      {
        lines: [
          { epi: 1, quantity: 2, price: 19.1235 },
          { epi: 2, quantity: 1, price: "19.99" },
          { epi: 3, quantity: 1, price: 0.3333 },
        ],
      },
    ],
  });
});

for (const status of [429, 502, 503, 504])
  test(`a call is tried again after ${status}`, async () => {
    const { keepsake, calls, pauses } = await aServer((_, response, count) =>
      count < 3 ? refuse(response, status) : ok(response, { changed: 1, corrected: 1 }),
    );
    await expect(keepsake.setStock(levels(1))).resolves.toEqual({ changed: 1, corrected: 1, leftOut: [] });
    expect(calls.length).toBe(3);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  });

test("the client waits as long as Retry-After says, but not longer than half a minute or so", async () => {
  const waits = ["7", "3600"];
  const { keepsake, pauses } = await aServer((_, response, count) => {
    const wait = waits[count - 1];
    return wait ? refuse(response, 429, { "retry-after": wait }) : ok(response, { changed: 0, corrected: 0 });
  });
  await keepsake.setStock(levels(1));
  expect(pauses[0]).toBeGreaterThanOrEqual(7_000);
  expect(pauses[1]).toBeGreaterThanOrEqual(30_000);
  expect(pauses[1]).toBeLessThanOrEqual(37_500);
});

test("a call without an answer is tried again, five times in all", async () => {
  const { keepsake, calls } = await aServer((_, response) => response.destroy());
  const error = await keepsake.setStock(levels(1)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(KeepsakeError);
  expect(error).toMatchObject({ status: 0, type: "no-answer" });
  expect(calls.length).toBe(5);
});

test("any other refusal is thrown at once, with what Keepsake said", async () => {
  const { keepsake, calls } = await aServer((_, response) => refuse(response, 401));
  await expect(keepsake.setStock(levels(1))).rejects.toMatchObject({
    status: 401,
    type: "rate-limited",
    requestId: "r-1",
    message: "Keepsake answered 401 to inventory/set: Too many calls.",
  });
  expect(calls.length).toBe(1);
});

test("a page of a proxy in between does not hide the status", async () => {
  const { keepsake } = await aServer((_, response) => response.writeHead(413).end("<html>too large</html>"));
  await expect(keepsake.setStock(levels(1))).rejects.toMatchObject({ status: 413, type: "unknown" });
});

test("the key does not follow a redirect to another host", async () => {
  const { keepsake, calls } = await aServer((_, response) =>
    response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
  );
  await expect(keepsake.setStock(levels(1))).rejects.toMatchObject({ status: 0 });
  expect(calls.every(({ path }) => path === "/storeadmin/v3/inventory/set")).toBe(true);
});

test("all pages of holds are read", async () => {
  const hold = (offer: string) => ({ offer });
  const { keepsake, calls } = await aServer(({ path }, response) =>
    ok(response, path.includes("after=b") ? { holds: [hold("c")], next: null } : { holds: [hold("b")], next: "b" }),
  );
  const holds = await keepsake.findHolds("held");
  expect(holds.map(({ offer }) => offer)).toEqual(["b", "c"]);
  expect(calls[0]?.path).toBe("/storeadmin/v3/offers/holds?state=held&limit=100");
});

test("a list of holds that does not end is an error, not a shorter list", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response, { holds: [{ offer: "b" }], next: "b" }));
  await expect(keepsake.findHolds("held")).rejects.toThrow("more than 100 pages of held holds");
  expect(calls.length).toBe(100);
});

test("a report of health says which connector it is", async () => {
  const { keepsake, calls } = await aServer((_, response) => ok(response));
  await keepsake.report({ reserves: true, problem: null });
  expect(calls[0]?.body).toEqual({ name: "test", version: "0.1.0", reserves: true, problem: null });
});
