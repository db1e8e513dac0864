import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startMailProvider } from "../engines/mail-provider.ts";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, mailBy, mailInto } from "./alerts.ts";
import { FULL, openLab, report, type Service } from "./lab.ts";
import { tally } from "./load.ts";

const PEOPLE = FULL ? 20_000 : 10_000;
const ON_A_GOOD_DAY = FULL ? 100_000 : 10_000;
const KILLS = FULL ? 10 : 3;
const CONTROL = 2_000;
/** Two lanes of ten in each worker. */
const IN_FLIGHT = 20;
/** A lease that a dead worker holds, and then some. */
const RESUMES_MS = 45_000;
const GOOD_DAY_SECONDS = 120;

test("B1 on a good day nobody is missed, nobody is doubled, and all have heard within two minutes", async () => {
  const figures = await killDuringFanOut({ people: ON_A_GOOD_DAY, kills: 0 });
  report("B1", { ...figures, perSecond: ON_A_GOOD_DAY / figures.seconds });
  const { missed, doubled, strayed, waiting } = figures;
  expect({ missed, doubled, strayed, waiting }).toEqual({ missed: 0, doubled: 0, strayed: 0, waiting: 0 });
  expect(figures.seconds).toBeLessThan(GOOD_DAY_SECONDS);
});

test("B2 B3 B4 workers, API and NATS killed at random during a fan-out: nobody is missed, and doubled are at most those in flight", async () => {
  const figures = await killDuringFanOut({ people: PEOPLE, kills: KILLS });
  report("B2", figures);
  const { missed, strayed, waiting } = figures;
  expect({ missed, strayed, waiting }).toEqual({ missed: 0, strayed: 0, waiting: 0 });
  expect(figures.doubled).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
});

test("B2 B3 B4 the same with a provider that heeds idempotency keys: nobody is missed, nobody is doubled", async () => {
  const provider = await startMailProvider();
  onTestFinished(provider.close);
  const figures = await killDuringFanOut({ people: PEOPLE, kills: KILLS, provider });
  report("B2, idempotent provider", { ...figures, repeats: provider.repeats() });
  const { missed, doubled, strayed, waiting } = figures;
  expect({ missed, doubled, strayed, waiting }).toEqual({ missed: 0, doubled: 0, strayed: 0, waiting: 0 });
  expect(provider.repeats()).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
});

test("B2 the same misses people where what a dead worker held is forgotten", async () => {
  const figures = await killDuringFanOut({ people: CONTROL, kills: 1, isForgetful: true });
  report("B2, control", figures);
  expect(figures.missed).toBeGreaterThan(0);
});

async function killDuringFanOut({
  people,
  kills,
  isForgetful = false,
  provider,
}: {
  people: number;
  kills: number;
  isForgetful?: boolean;
  provider?: Awaited<ReturnType<typeof startMailProvider>>;
}) {
  const smtp = await startSmtpSink();
  onTestFinished(smtp.close);
  const sink = provider ?? smtp;
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const mail = provider ? mailBy(provider) : mailInto(smtp);
  const [api, ...workers] = await Promise.all([lab.start("api"), lab.start("worker", mail), lab.start("worker", mail)]);
  const store = await aWaitingStore(lab, api.port, people);
  onTestFinished(store.client.close);
  const begun = performance.now();
  await store.restock();
  await waitFor(() => sink.taken.length > 0, RESUMES_MS);

  for (let kill = 0; kill < kills; kill += 1) {
    const before = sink.taken.length;
    await waitFor(() => sink.taken.length >= Math.min(before + people / (kills + 2), people - 100), RESUMES_MS);
    const victim = workers[kill % workers.length] as Service;
    await Promise.all([victim.kill(), ...(kill % 2 === 0 ? [api.kill(), lab.engines.nats.kill()] : [])]);
    if (isForgetful) await lab.select("delete from chunks where leased_until > now()");
    await pause(200);
    await Promise.all([victim.start(), ...(kill % 2 === 0 ? [api.start(), lab.engines.nats.start()] : [])]);
  }
  const told = () => new Set(sink.taken.map(({ to }) => to)).size;
  const unfinished = async () => (await lab.select("select 1 from chunks limit 1")).length > 0;
  await waitFor(async () => told() >= people || !(await unfinished()), RESUMES_MS + people * 10);
  await waitFor(async () => !(await unfinished()), RESUMES_MS);

  const doubled = Object.values(tally(sink.taken.map(({ to }) => to))).filter((count) => count > 1).length;
  const keys = new Map(sink.taken.map(({ to, messageId }) => [to, messageId]));
  const strayed = sink.taken.filter(({ to, messageId }) => keys.get(to) !== messageId).length;
  const [[waiting] = []] = await lab.select("select count(*) from subscriptions where state <> 3");
  const seconds = (performance.now() - begun) / 1_000;
  return {
    people,
    mails: sink.taken.length,
    missed: people - told(),
    doubled,
    strayed,
    waiting: Number(waiting),
    seconds,
  };
}
