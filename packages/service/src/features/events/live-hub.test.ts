import { expect, test } from "vitest";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import { createLog } from "../../platform/log.ts";
import { createLiveHub } from "./live-hub.ts";

/** A hub whose streams nobody reads. Each stream has its own shopper and address unless the test says otherwise. */
function aHub({ ofStoreMax = 5_000 } = {}) {
  const wakeUps = { send: () => undefined, listen: () => undefined, close: async () => undefined };
  const hub = createLiveHub({ hot: { run: async () => [] }, wakeUps, log: createLog("silent") });
  whenDone(async () => hub.close());
  let streams = 0;
  const open = ({ store = 1, shopper = 0, ip = "" }: { store?: number; shopper?: number; ip?: string } = {}) => {
    streams += 1;
    const key = { storeId: store as StoreId, shopperId: String(shopper || streams) as ShopperId };
    const address = ip || `10.${streams >> 16}.${(streams >> 8) & 255}.${streams & 255}`;
    return hub.watch(key, { ip: address, ofStoreMax }, { changed: () => undefined, end: () => undefined });
  };
  const openMany = (count: number, how: Parameters<typeof open>[0] = {}) =>
    Promise.all(Array.from({ length: count }, () => open(how)));
  return { open, openMany };
}

const TOO_MANY = { kind: "too-many", type: "too-many-streams", retryAfterSeconds: 60 };

test("one store cannot use up the streams of a process: the stream after its last is refused, another store's opens", async () => {
  const { open, openMany } = aHub({ ofStoreMax: 1_000 });
  const [first] = await openMany(1_000);
  await expect(open()).rejects.toMatchObject(TOO_MANY);
  await expect(open({ store: 2 })).resolves.toBeDefined();
  first?.();
  await expect(open()).resolves.toBeDefined();
  await expect(open()).rejects.toMatchObject(TOO_MANY);
});

test("one shopper has ten streams, however many addresses they use", async () => {
  const { open, openMany } = aHub();
  await openMany(10, { shopper: 7 });
  await expect(open({ shopper: 7 })).rejects.toMatchObject(TOO_MANY);
  await expect(open()).resolves.toBeDefined();
});

test("one address has 200 streams in all stores together, an IPv6 /64 as well, and a /48 sixteen times as many", async () => {
  const { open, openMany } = aHub();
  await openMany(100, { ip: "203.0.113.1" });
  const [, last] = await openMany(100, { ip: "203.0.113.1", store: 2 });
  await expect(open({ ip: "::ffff:203.0.113.1" })).rejects.toMatchObject(TOO_MANY);
  last?.();
  await expect(open({ ip: "203.0.113.1" })).resolves.toBeDefined();

  for (let site = 0; site < 16; site += 1) await openMany(200, { ip: `2001:db8:1:${site}::${site + 1}` });
  await expect(open({ ip: "2001:db8:1:0:ffff::" })).rejects.toMatchObject(TOO_MANY);
  await expect(open({ ip: "2001:db8:1:ffff::1" })).rejects.toMatchObject(TOO_MANY);
  await expect(open({ ip: "2001:db8:2::1" })).resolves.toBeDefined();
});

test("a process has 5,000 streams", async () => {
  const { open, openMany } = aHub();
  for (let store = 1; store <= 5; store += 1) await openMany(1_000, { store });
  await expect(open({ store: 6 })).rejects.toMatchObject({ kind: "unavailable" });
});
