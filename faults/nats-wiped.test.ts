import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { openLab, report } from "./lab.ts";
import { type Answer, aRetryingClient, type Call, load, tally } from "./load.ts";
import { guestCall, MERGED_GUESTS, mergeCall, regidOf } from "./shopper.ts";

const PER_SECOND = 100;
// So rarely that a change which arrives within two seconds, several times in a row, was not found by polling.
const POLL_MS = "8000";
const NOTIFICATIONS = 4;
const NOTIFIED_MS = 2_000;

const POSITION = "select min(batch) from outbox_positions where reader = 'count-saves'";
const NEWEST = "select max(batch) from outbox_batches";

/** The acknowledged merges that do not have exactly one event. */
const countLost = (acked: readonly Call[], events: ReadonlyMap<string, string | undefined>) =>
  acked.filter((merge) => events.get(regidOf(merge)) !== "1").length;

const outcomeOf = ({ status, text }: Answer) => (status === 200 ? "200" : `${status} ${text}`);

test("when NATS loses all its data no call fails, no event is lost, and notifications recover by themselves", async () => {
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
  const client = aRetryingClient(here.port, { headers: { authorization: store.basic }, stalls: lab.watchStalls() });
  onTestFinished(client.close);

  const outcomes: string[] = [];
  const acked: Call[] = [];
  let isOver = false;
  const loading = load({ loops: 16, perSecond: PER_SECOND, until: () => isOver }, async (n) => {
    const guest = await client.send(guestCall(), n % 2 ? here.port : there.port);
    outcomes.push(outcomeOf(guest));
    const merge = mergeCall(guest);
    const answer = await client.send(merge, n % 2 ? here.port : there.port);
    outcomes.push(outcomeOf(answer));
    if (answer.status === 200) acked.push(merge);
  });
  const findPosition = async () => String(await lab.select(POSITION));

  /** The milliseconds until a change made in one process is known in another. The other process has just cached the old
   *  state for four seconds; only a notification makes it reload earlier. */
  async function timeNotification() {
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
    expect(await waitFor(async () => (await register(uuid, sessionid)).status === 401, 60_000)).toBe(true);
    return performance.now() - begun;
  }

  expect(await waitFor(() => acked.length > PER_SECOND, 60_000)).toBe(true);
  const before = await timeNotification();
  await nats.kill();
  await nats.wipe();
  const withoutNats = await timeNotification();
  const position = await findPosition();
  const isPolled = await waitFor(async () => (await findPosition()) !== position, 5 * Number(POLL_MS));
  await nats.start();
  const begun = performance.now();
  expect(await waitFor(async () => (await timeNotification()) < NOTIFIED_MS, 60_000)).toBe(true);
  const healed = performance.now() - begun;
  const after: number[] = [];
  for (let n = 0; n < NOTIFICATIONS; n++) after.push(await timeNotification());

  isOver = true;
  await loading;
  const newest = Number(await lab.select(NEWEST));
  expect(await waitFor(async () => Number(await findPosition()) >= newest, 60_000)).toBe(true);
  const events = new Map((await lab.select(MERGED_GUESTS)).map(([regid = "", count]) => [regid, count]));
  const lost = countLost(acked, events);
  // Control: an acknowledged merge without its event is counted.
  const withoutOne = new Map(events);
  withoutOne.delete(acked.map(regidOf)[0] ?? "");
  expect(countLost(acked, withoutOne)).toBe(lost + 1);
  report("NATS wiped", {
    overloaded: client.countOverloaded(),
    outcomes: tally(outcomes),
    acked: acked.length,
    lost,
    before,
    withoutNats,
    isPolled,
    healed,
    after,
  });

  expect(acked.length).toBeGreaterThan(PER_SECOND);
  expect(Object.keys(tally(outcomes))).toEqual(["200"]);
  expect(lost).toBe(0);
  expect(isPolled).toBe(true);
  expect(before).toBeLessThan(NOTIFIED_MS);
  expect(withoutNats).toBeGreaterThan(NOTIFIED_MS);
  expect(Math.max(...after)).toBeLessThan(NOTIFIED_MS);
});
