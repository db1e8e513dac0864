import { expect, test, vi } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import type { FollowEvents } from "../../platform/event-stream/follow-events.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import { createLog } from "../../platform/log.ts";
import { createLiveHub } from "./live-hub.ts";

/** A hub whose streams nobody reads. Each stream has its own shopper and address unless the test says otherwise. */
function aHub({ ofStoreMax = 5_000 } = {}) {
  const hub = createLiveHub({ hot: { run: async () => [] }, follow: undefined, log: createLog("silent") });
  whenDone(() => hub.close());
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

/** A hub that follows events. The test sends them, and decides what the lists of a shopper look like. */
async function aFollowingHub() {
  const states = new Map<string, string>();
  /** What the next readings of the lists wait for. */
  const readings: Promise<unknown>[] = [];
  const hot = {
    async run<Row extends object>(_statement: unknown, [, shoppers]: unknown[]) {
      const found = (shoppers as string[]).map((shopper, index) => ({
        place: index + 1,
        state: states.get(shopper) ?? "",
      }));
      await readings.shift();
      return found as unknown as Row[];
    },
  };
  let follower: Parameters<FollowEvents>[0] | undefined;
  const follow: FollowEvents = (given) => {
    follower = given;
    return { isFollowing: () => true, close: async () => undefined };
  };
  const hub = createLiveHub({ hot, follow, log: createLog("silent") });
  whenDone(() => hub.close());
  const open = async (shopperId: string) => {
    let changes = 0;
    const key = { storeId: 1 as StoreId, shopperId: shopperId as ShopperId };
    const changed = () => {
      changes += 1;
    };
    await hub.watch(key, { ip: "203.0.113.1", ofStoreMax: 100 }, { changed, end: () => undefined });
    return () => changes;
  };
  const event = (payload: object) => follower?.onEvent({ storeId: 1, payload } as never);
  return { open, event, states, readings, gap: () => follower?.onGap() };
}

test("an event notifies the streams of its shopper, and a merge those of both", async () => {
  const { open, event } = await aFollowingHub();
  const [one, other] = [await open("1"), await open("2")];
  event({ listId: "9", shopperId: "1" });
  expect([one(), other()]).toEqual([1, 0]);
  event({ guestId: "1", accountId: "2" });
  expect([one(), other()]).toEqual([2, 1]);
});

test("after a gap, streams are notified of the changes whose events were missed", async () => {
  const { open, event, states, gap } = await aFollowingHub();
  const [one, other] = [await open("1"), await open("2")];
  states.set("1", "changed");
  event({ listId: "9", shopperId: "1" });
  states.set("1", "changed again, without an event");
  gap();
  expect(await waitFor(() => one() === 2, 10_000)).toBe(true);
  expect(other()).toBe(0);
});

test("a change without an event is found although an event has notified its shopper before", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
  whenDone(async () => void vi.useRealTimers());
  const { open, event, states, gap } = await aFollowingHub();
  const changes = await open("1");
  states.set("1", "changed before events arrived");
  gap();
  expect(await waitFor(() => changes() === 1, 10_000)).toBe(true);
  states.set("1", "changed");
  event({ listId: "9", shopperId: "1" });
  states.set("1", "changed again, without an event");
  vi.advanceTimersByTime(30_000);
  expect(await waitFor(() => changes() === 3, 10_000)).toBe(true);
});

test("when the check after a gap fails, a check that began before the gap does not replace it", async () => {
  const { open, states, readings, gap } = await aFollowingHub();
  const changes = await open("1");
  const before = Promise.withResolvers<void>();
  readings.push(before.promise, Promise.reject(new Error("The database is away")));
  gap();
  states.set("1", "changed, and its event was missed");
  gap();
  before.resolve();
  expect(await waitFor(() => changes() === 1, 10_000)).toBe(true);
});
