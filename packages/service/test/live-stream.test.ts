import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { startWorker } from "../src/worker.ts";
import { aClock } from "./fixtures/clock.ts";
import { untilServed } from "./fixtures/crowd.ts";
import { listen } from "./fixtures/event-stream.ts";
import { anItem, listCalls, served } from "./fixtures/list-calls.ts";
import { natsUrl } from "./fixtures/nats-url.ts";
import { aService, aStore, type Person, type TestStore } from "./fixtures/service.ts";
import { whenDone } from "./fixtures/when-done.ts";

const withNats = { NATS_URL: natsUrl };
/** Long enough for a busy machine. The tests compare measured times, not this limit. */
const WAIT_MAX_MS = 60_000;

/** Opens a stream as the SDK does: again while the service is busy. */
async function open(port: number, query: Record<string, string>) {
  const stop = new AbortController();
  const url = `http://127.0.0.1:${port}/api/v3/lists/live?${new URLSearchParams(query).toString()}`;
  const response = await untilServed(() => fetch(url, { signal: stop.signal }));
  whenDone(async () => stop.abort());
  let text = "";
  let isOver = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array);
  })()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  return {
    status: response.status,
    headers: response.headers,
    type: async () => {
      await reading;
      return (JSON.parse(text) as { type: string }).type;
    },
    isReady: () => waitFor(() => text.includes("event: ready"), WAIT_MAX_MS),
    changes: () => text.split("event: changed").length - 1,
    isOver: () => isOver,
    close: () => stop.abort(),
  };
}

async function tokenOf(store: TestStore, person: Person) {
  return String(served(await listCalls(store, person).call("live-token")).token);
}
const watch = async (port: number, store: TestStore, person: Person) =>
  open(port, { pid: store.pid, regid: person.regid, token: await tokenOf(store, person) });

/** The time from a change on one device to its event on another. */
async function measure(store: TestStore, port: number) {
  const person = await store.anAccount();
  const stranger = await store.anAccount();
  const calls = listCalls(store, person);
  const lid = await calls.aList();
  const [one, others] = [await watch(port, store, person), await watch(port, store, stranger)];
  expect([await one.isReady(), await others.isReady()]).toEqual([true, true]);

  const begun = performance.now();
  served(await calls.add(lid, [anItem(1)]));
  expect(await waitFor(() => one.changes() > 0, WAIT_MAX_MS)).toBe(true);
  const ms = performance.now() - begun;
  expect(others.changes()).toBe(0);
  return ms;
}

test("a change on one device reaches another within a second through NATS", async () => {
  const service = aService({ env: withNats });
  const worker = startWorker(aService({ env: { ...withNats, KEEPSAKE_POLL_MS: "500" } }).deps);
  whenDone(() => worker.stop());
  const port = await listen(service);
  const store = await aStore(service);
  // The first try may include the connection to NATS.
  const tries: number[] = [];
  expect(
    await waitFor(async () => tries.push(await measure(store, port)) > 0 && (tries.at(-1) ?? 9e9) < 1_000, 60_000),
  ).toBe(true);
});

test("a change right after the stream opened reaches it within five seconds without NATS", async () => {
  const service = aService();
  const port = await listen(service);
  const store = await aStore(service);
  // A busy machine gets a few tries.
  expect(await waitFor(async () => (await measure(store, port)) < 8_000, 60_000)).toBe(true);
});

test("a list that is deleted, archived or shared is a change, too", async () => {
  const service = aService();
  const port = await listen(service);
  const store = await aStore(service);
  const person = await store.anAccount();
  const calls = listCalls(store, person);
  const lid = await calls.aList();
  const stream = await watch(port, store, person);
  await stream.isReady();
  for (const [verb, more] of [
    ["update", { st: "0" }],
    ["markPublic", {}],
    ["delete-list", {}],
  ] as const) {
    const before = stream.changes();
    served(await calls.call(verb, { lid, ...more }));
    expect(await waitFor(() => stream.changes() > before, WAIT_MAX_MS)).toBe(true);
  }
});

test("a stream opens only with a fresh token of that shopper; anything else gets 401", async () => {
  const { clock, forward } = aClock();
  const service = aService({ clock });
  const port = await listen(service);
  const store = await aStore(service);
  const elsewhere = await aStore(service);
  const [one, other] = [await store.anAccount(), await store.anAccount()];
  served(await listCalls(store, one).create("A list"));
  const token = await tokenOf(store, one);
  const [expires = "", signature = ""] = token.split(".");
  const refused = [
    { pid: store.pid, regid: other.regid, token },
    { pid: elsewhere.pid, regid: one.regid, token },
    { pid: store.pid, regid: one.regid, token: `${Number(expires) + 60}.${signature}` },
    { pid: store.pid, regid: one.regid, token: `${expires}.${"A".repeat(43)}` },
    { pid: store.pid, regid: one.regid, token: one.sessionid },
  ];
  for (const query of refused) {
    const stream = await open(port, query);
    expect([stream.status, await stream.type()]).toEqual([401, "invalid-stream-token"]);
  }
  const good = await open(port, { pid: store.pid, regid: one.regid, token });
  expect([good.status, good.headers.get("content-type"), good.headers.get("cache-control")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
    "no-store",
  ]);

  forward(62_000);
  const late = await open(port, { pid: store.pid, regid: one.regid, token });
  expect([late.status, await late.type()]).toEqual([401, "invalid-stream-token"]);
});

test("one shopper may have ten streams open; closing one makes room for another", async () => {
  const service = aService();
  const port = await listen(service);
  const store = await aStore(service);
  const person = await store.anAccount();
  served(await listCalls(store, person).create("A list"));
  const streams = await Promise.all(Array.from({ length: 10 }, () => watch(port, store, person)));
  expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const refused = await watch(port, store, person);
  expect([refused.status, await refused.type()]).toEqual([429, "too-many-streams"]);

  streams[0]?.close();
  expect(await waitFor(async () => (await watch(port, store, person)).status === 200, WAIT_MAX_MS)).toBe(true);
  expect(streams.slice(1).some((stream) => stream.isOver())).toBe(false);
});

test("closing the server ends its streams and does not wait for them", async () => {
  const service = aService();
  const port = await listen(service);
  const store = await aStore(service);
  const person = await store.anAccount();
  served(await listCalls(store, person).create("A list"));
  const stream = await watch(port, store, person);
  await stream.isReady();

  const begun = performance.now();
  await service.http.close();
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(await waitFor(() => stream.isOver(), WAIT_MAX_MS)).toBe(true);
});
