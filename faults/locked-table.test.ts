import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aShopper, aStoreForLists, items, listCall } from "./lists.ts";
import { type Answer, aRetryingClient, load, OVERLOADED_SHARE_MAX, percentile, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const LOCKED_SECONDS = FULL ? 30 : 15;
const OBSERVED_SECONDS = LOCKED_SECONDS - 10;
const QUIET_SECONDS = 4;
/** The service gives up after about two seconds. The lock outlasts this bound. */
const ANSWER_MS = 6_000;
/** The others may be three times as slow. Below a second the load of the machine decides; a call that waits for a
 *  connection takes 1.2 s and then fails. */
const SLOWER_MAX = 3;
const NOISE_MS = 1_000;

test("while a table is locked its routes answer 503 within seconds, and the other routes are served", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([aStoreForLists(lab), lab.start("api")]);
  const client = aRetryingClient(api.port, { sockets: 128 });
  onTestFinished(client.close);
  const shoppers = await Promise.all(Array.from({ length: 32 }, () => aShopper(client, store)));
  const shopperOf = (n: number) => shoppers[n % shoppers.length] as (typeof shoppers)[number];
  const add = (n: number) =>
    client.send(listCall(store, shopperOf(n), "update-ctx", { lid: shopperOf(n).lid, a: items(1) }));
  const fetchLists = (n: number) => client.send(listCall(store, shopperOf(n), "fetch-lists"));
  const others = [
    () => client.send({ ...guestCall(), headers: { authorization: store.basic } }),
    () =>
      client.send({
        path: "/storeadmin/v3/user/generate-regid",
        params: { useremail: `${crypto.randomUUID()}@example.com`, useragenttype: "faults" },
        headers: { authorization: store.basic },
      }),
    () =>
      client.send({
        path: `/api/v3/product/wishlist/social-count?pid=${encodeURIComponent(store.pid)}`,
        params: { empi: "1" },
      }),
  ];
  const observe = async (seconds: number) => {
    const blocked: Answer[] = [];
    const served: Answer[] = [];
    await Promise.all([
      load({ loops: 32, perSecond: 100, seconds }, async (n) => {
        blocked.push(await (n % 2 ? add(n) : fetchLists(n)));
      }),
      load({ loops: 8, perSecond: 100, seconds }, async (n) => {
        served.push(await (others[n % others.length] ?? (() => fetchLists(n)))());
      }),
    ]);
    const times = (answers: readonly Answer[]) => answers.map(({ ms }) => ms);
    return {
      lists: tally(blocked.map(({ status }) => status)),
      listsMs: Math.max(...times(blocked)),
      others: tally(served.map(({ status }) => status)),
      othersP99: percentile(times(served), 0.99),
    };
  };

  await observe(1);
  const quiet = await observe(QUIET_SECONDS);
  const locking = lab.select(
    `begin; lock table lists in access exclusive mode; select pg_sleep(${LOCKED_SECONDS}); commit`,
  );
  const isLocked = async () =>
    (
      await lab.select(
        "select 1 from pg_locks where relation = 'lists'::regclass and mode = 'AccessExclusiveLock' and granted",
      )
    ).length > 0;
  expect(await waitFor(isLocked, 60_000)).toBe(true);
  const locked = await observe(OBSERVED_SECONDS);
  await locking;
  report("locked table", { quiet, locked, overloaded: client.countOverloaded() });

  expect(quiet).toMatchObject({ lists: { 200: expect.any(Number) }, others: { 200: expect.any(Number) } });
  expect(Object.keys(locked.lists)).toEqual(["503"]);
  expect(locked.listsMs).toBeLessThan(ANSWER_MS);
  expect(Object.keys(locked.others)).toEqual(["200"]);
  expect(client.countOverloaded()).toBeLessThan(OVERLOADED_SHARE_MAX * (locked.others[200] ?? 0));
  expect(locked.othersP99).toBeLessThan(Math.max(SLOWER_MAX * quiet.othersP99, NOISE_MS));
  expect(await waitFor(async () => (await fetchLists(0)).status === 200 && (await add(0)).status === 200, 60_000)).toBe(
    true,
  );
});
