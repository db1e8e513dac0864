import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aShopper, items, listCall } from "./lists.ts";
import { type Answer, aRetryingClient, load, OVERLOADED_SHARE_MAX, percentile, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const OBSERVED_SECONDS = FULL ? 20 : 5;
const QUIET_SECONDS = 4;
/** A machine that pauses for seconds spoils a measurement. A service that waits for the lock fails every one. */
const OBSERVATIONS_MAX = 3;
/** Longer than all observations. The test ends the lock before. */
const LOCKED_SECONDS = 300;
/** The service gives up after about two seconds. The lock outlasts this bound. */
const ANSWER_MS = 6_000;
/** The others may be three times as slow. Below a second the load of the machine decides; a call that waits for a
 *  connection takes 1.2 s and then fails. */
const SLOWER_MAX = 3;
const NOISE_MS = 1_000;

test("while a table is locked its routes answer 503 within seconds, and the other routes are served", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([lab.aStore(), lab.start("api")]);
  const client = aRetryingClient(api.port, { sockets: 128 });
  onTestFinished(client.close);
  const otherClient = aRetryingClient(api.port);
  onTestFinished(otherClient.close);
  const shoppers = await Promise.all(Array.from({ length: 32 }, () => aShopper(client, store)));
  const shopperOf = (n: number) => shoppers[n % shoppers.length] as (typeof shoppers)[number];
  const add = (n: number) =>
    client.send(listCall(store, shopperOf(n), "update-ctx", { lid: shopperOf(n).lid, a: items(1) }));
  const fetchLists = (n: number) => client.send(listCall(store, shopperOf(n), "fetch-lists"));
  const others = [
    () => otherClient.send({ ...guestCall(), headers: { authorization: store.basic } }),
    () =>
      otherClient.send({
        path: "/storeadmin/v3/user/generate-regid",
        params: { useremail: `${crypto.randomUUID()}@example.com`, useragenttype: "faults" },
        headers: { authorization: store.basic },
      }),
    () =>
      otherClient.send({
        path: `/api/v3/product/wishlist/social-count?pid=${encodeURIComponent(store.pid)}`,
        params: { empi: "1" },
      }),
  ];
  const observe = async (seconds: number) => {
    const blocked: Answer[] = [];
    const served: Answer[] = [];
    const overloadedBefore = otherClient.countOverloaded();
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
      overloadedShare: (otherClient.countOverloaded() - overloadedBefore) / served.length,
    };
  };

  await observe(1);
  const quiet = await observe(QUIET_SECONDS);
  const locking = lab
    .select(`begin; lock table lists in access exclusive mode; select pg_sleep(${LOCKED_SECONDS}); commit`)
    .catch(() => undefined);
  const isLocked = async () =>
    (
      await lab.select(
        "select 1 from pg_locks where relation = 'lists'::regclass and mode = 'AccessExclusiveLock' and granted",
      )
    ).length > 0;
  expect(await waitFor(isLocked, 60_000)).toBe(true);
  const isUndisturbed = ({ othersP99, overloadedShare }: Awaited<ReturnType<typeof observe>>) =>
    overloadedShare < OVERLOADED_SHARE_MAX && othersP99 < Math.max(SLOWER_MAX * quiet.othersP99, NOISE_MS);
  let locked = await observe(OBSERVED_SECONDS);
  for (let n = 1; n < OBSERVATIONS_MAX && !isUndisturbed(locked); n++) locked = await observe(OBSERVED_SECONDS);
  await lab.select(
    "select pg_terminate_backend(pid) from pg_locks where relation = 'lists'::regclass and mode = 'AccessExclusiveLock'",
  );
  await locking;
  report("locked table", { quiet, locked });

  expect(quiet).toMatchObject({ lists: { 200: expect.any(Number) }, others: { 200: expect.any(Number) } });
  expect(Object.keys(locked.lists)).toEqual(["503"]);
  expect(locked.listsMs).toBeLessThan(ANSWER_MS);
  expect(Object.keys(locked.others)).toEqual(["200"]);
  expect(locked).toSatisfy(isUndisturbed);
  expect(await waitFor(async () => (await fetchLists(0)).status === 200 && (await add(0)).status === 200, 60_000)).toBe(
    true,
  );
});
