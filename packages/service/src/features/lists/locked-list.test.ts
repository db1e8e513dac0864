import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { atOnce, tally } from "../../../test/fixtures/crowd.ts";
import { lockList } from "../../../test/fixtures/lock-list.ts";
import { aService, aStore, aUuid } from "../../../test/fixtures/service.ts";
import { anItem, listsOf } from "../../../test/fixtures/shopper-lists.ts";

const service = aService();
/** More than a process has database connections for such calls. */
const CALLS = 24;

const additions = (from: number) => JSON.stringify([anItem(from)]);
test.each([
  ["lists/update", () => ({ lname: "New" })],
  ["lists/update-ctx with removals", () => ({ d: JSON.stringify([{ epi: 1 }]) })],
  ["lists/update-ctx", () => ({ a: additions(2) })],
  ["lists/update-ctx with an Idempotency-Key", () => ({ a: additions(2) })],
  ["lists/markPublic", () => ({})],
  ["lists/sfl/add", () => ({ items: additions(2) })],
] as const)("while a list is locked, many calls of %s by its shopper delay no other shopper", async (call, params) => {
  const path = call.replace(/^lists\//, "").replace(/ .*/, "");
  const headers = call.includes("Key") ? () => ({ "idempotency-key": aUuid() }) : () => ({});
  const store = await aStore(service);
  const [one, other] = [listsOf(store, await store.anAccount()), listsOf(store, await store.anAccount())];
  const [lid, lidOfOther] = [await one.create(), await other.create()];
  await one.add(lid, anItem(1), anItem(2));
  const lock = await lockList(lid);
  const waiting = atOnce(CALLS, () => one.post(path, { lid, ...params() }, { retry: false, headers: headers() }));
  expect(await waitFor(lock.isAwaited, 60_000)).toBe(true);
  const served = await atOnce(4, () => other.post("update", { lid: lidOfOther, lname: "Mine" }, { retry: false }));
  expect(tally(served.map(({ status }) => status))).toEqual({ 200: 4 });
  const refused = await waiting;
  await lock.release();
  expect(tally(refused.map(({ status }) => status))).toEqual({ 503: CALLS });
  expect((await one.post(path, { lid, ...params() }, { headers: headers() })).status).toBe(200);
});
