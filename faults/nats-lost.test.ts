import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { openLab, report } from "./lab.ts";
import { aClient, type Call, load, tally } from "./load.ts";
import { guestCall, MERGED_GUESTS, mergeCall, regidOf } from "./shopper.ts";

const PER_SECOND = 200;
// So seldom that what is heard within a second was not found by looking.
const POLL_MS = "4000";
const RINGS = 4;
const HEARD_MS = 1_000;

const PLACE = "select xid, id from outbox_readers where name = 'broadcast'";
const NEWEST = "select xid, id from outbox order by xid desc, id desc limit 1";

test("NATS lost: with NATS and its data gone no call fails, no event is lost, and the bell works again by itself", async () => {
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const [store, bystander, here, there] = await Promise.all([
    lab.aStore(),
    lab.aStore(),
    lab.start("api"),
    lab.start("api"),
    lab.start("worker", { KEEPSAKE_POLL_MS: POLL_MS }),
  ]);
  const { nats } = lab.engines;
  const client = aClient(here.port, { headers: { authorization: store.basic } });
  onTestFinished(client.close);

  const statuses: number[] = [];
  const acked: Call[] = [];
  let isOver = false;
  const loading = load({ loops: 16, perSecond: PER_SECOND, until: () => isOver }, async (n) => {
    const guest = await client.send(guestCall(), n % 2 ? here.port : there.port);
    statuses.push(guest.status);
    const merge = mergeCall(guest);
    const answer = await client.send(merge, n % 2 ? here.port : there.port);
    statuses.push(answer.status);
    if (answer.status === 200) acked.push(merge);
  });
  const findPlace = async () => String(await lab.select(PLACE));

  /** A change made in one process, until another knows it. The other has just looked, so it remembers the old state
   *  for another four seconds unless the bell tells it. */
  async function timeToHear() {
    const admin = { authorization: bystander.basic };
    const register = (uuid?: string, sessionid?: string) =>
      client.send(
        {
          path: `/api/v3/provider/register?pid=${bystander.pid}`,
          params: uuid && sessionid ? { uuid, sessionid } : { "": "" },
        },
        there.port,
      );
    const { uuid, sessionid } = JSON.parse((await register()).text) as Record<string, string>;
    expect((await register(uuid, sessionid)).status).toBe(200);
    const end = { path: "/storeadmin/v3/user/revoke-sessions", params: { all: "1" }, headers: admin };
    expect((await client.send(end, here.port)).status).toBe(200);
    const begun = performance.now();
    expect(await waitFor(async () => (await register(uuid, sessionid)).status === 401, 10_000)).toBe(true);
    return performance.now() - begun;
  }

  expect(await waitFor(() => acked.length > PER_SECOND, 20_000)).toBe(true);
  const before = await timeToHear();
  await nats.kill();
  await nats.wipe();
  const silent = await timeToHear();
  const place = await findPlace();
  const isPolled = await waitFor(async () => (await findPlace()) !== place, 2 * Number(POLL_MS));
  await nats.start();
  const begun = performance.now();
  expect(await waitFor(async () => (await timeToHear()) < HEARD_MS, 30_000)).toBe(true);
  const healed = performance.now() - begun;
  const after: number[] = [];
  for (let ring = 0; ring < RINGS; ring++) after.push(await timeToHear());

  isOver = true;
  await loading;
  const newest = String(await lab.select(NEWEST));
  expect(await waitFor(async () => (await findPlace()) === newest, 10_000)).toBe(true);
  const events = new Map((await lab.select(MERGED_GUESTS)).map(([regid = "", count]) => [regid, count]));
  const lost = acked.filter((merge) => events.get(regidOf(merge)) !== "1").length;
  report("NATS lost", {
    statuses: tally(statuses),
    acked: acked.length,
    lost,
    before,
    silent,
    isPolled,
    healed,
    after,
  });

  expect(acked.length).toBeGreaterThan(PER_SECOND);
  expect(Object.keys(tally(statuses))).toEqual(["200"]);
  expect(lost).toBe(0);
  expect(isPolled).toBe(true);
  expect(before).toBeLessThan(HEARD_MS);
  expect(silent).toBeGreaterThan(HEARD_MS);
  expect(Math.max(...after)).toBeLessThan(HEARD_MS);
});
