import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startMailProvider } from "../engines/mail-provider.ts";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, providerSettings, smtpSettings } from "./alerts.ts";
import { FULL, openLab, report, type Service } from "./lab.ts";
import { tally } from "./load.ts";

const PEOPLE = FULL ? 20_000 : 3_000;
const WITHOUT_FAULTS = FULL ? 100_000 : 3_000;
const KILLS = FULL ? 10 : 2;
const CONTROL = 2_000;
/** Each worker has three lanes, which record up to two hundred sends at once. */
const UNRECORDED = 600;
/** Longer than the 30 s lease of a dead worker. */
const RESUMES_MS = 120_000;
/** How long a killed process stays away before it is started again. */
const AWAY_MS = 200;

test("without faults every waiting person gets exactly one alert", async () => {
  const figures = await killDuringFanOut({ people: WITHOUT_FAULTS, kills: 0 });
  report("fan-out without faults", { ...figures, perSecond: WITHOUT_FAULTS / figures.seconds });
  const { missed, doubled, otherKey, waiting } = figures;
  expect({ missed, doubled, otherKey, waiting }).toEqual({ missed: 0, doubled: 0, otherKey: 0, waiting: 0 });
});

test("when workers, API and NATS are killed during a fan-out, no alert is missed and only unrecorded sends are repeated", async () => {
  const figures = await killDuringFanOut({ people: PEOPLE, kills: KILLS });
  report("killed workers", figures);
  const { missed, otherKey, waiting } = figures;
  expect({ missed, otherKey, waiting }).toEqual({ missed: 0, otherKey: 0, waiting: 0 });
  expect(figures.doubled).toBeLessThanOrEqual(KILLS * UNRECORDED);
});

test("with a mail provider that honours idempotency keys, killed workers cause no missed and no repeated alert", async () => {
  const provider = await startMailProvider();
  onTestFinished(provider.close);
  const figures = await killDuringFanOut({ people: PEOPLE, kills: KILLS, provider });
  report("killed workers, idempotent provider", { ...figures, repeats: provider.repeats() });
  const { missed, doubled, otherKey, waiting } = figures;
  expect({ missed, doubled, otherKey, waiting }).toEqual({ missed: 0, doubled: 0, otherKey: 0, waiting: 0 });
  expect(provider.repeats()).toBeLessThanOrEqual(KILLS * UNRECORDED);
});

test("control: alerts are missed when the work of a dead worker is deleted", async () => {
  const figures = await killDuringFanOut({ people: CONTROL, kills: 1, isChunkDeleted: true });
  report("killed workers, control", figures);
  expect(figures.missed).toBeGreaterThan(0);
});

async function killDuringFanOut({
  people,
  kills,
  isChunkDeleted = false,
  provider,
}: {
  people: number;
  kills: number;
  isChunkDeleted?: boolean;
  provider?: Awaited<ReturnType<typeof startMailProvider>>;
}) {
  const smtp = await startSmtpSink();
  onTestFinished(smtp.close);
  const sink = provider ?? smtp;
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const mail = provider ? providerSettings(provider) : smtpSettings(smtp);
  const [api, ...workers] = await Promise.all([lab.start("api"), lab.start("worker", mail), lab.start("worker", mail)]);
  const store = await aWaitingStore(lab, api.port, people);
  onTestFinished(store.client.close);
  const begun = performance.now();
  await store.restock();
  await waitFor(() => sink.received.length > 0, RESUMES_MS);

  for (let kill = 0; kill < kills; kill += 1) {
    const before = sink.received.length;
    await waitFor(() => sink.received.length >= Math.min(before + people / (kills + 2), people - 100), RESUMES_MS);
    const victim = workers[kill % workers.length] as Service;
    await Promise.all([victim.kill(), ...(kill % 2 === 0 ? [api.kill(), lab.engines.nats.kill()] : [])]);
    if (isChunkDeleted) await lab.select("delete from chunks where state = 1");
    await pause(AWAY_MS);
    await Promise.all([victim.start(), ...(kill % 2 === 0 ? [api.start(), lab.engines.nats.start()] : [])]);
  }
  const countRecipients = () => new Set(sink.received.map(({ to }) => to)).size;
  const unfinished = async () => (await lab.select("select 1 from chunks limit 1")).length > 0;
  await waitFor(async () => countRecipients() >= people || !(await unfinished()), RESUMES_MS + people * 30);
  await waitFor(async () => !(await unfinished()), RESUMES_MS);

  const doubled = Object.values(tally(sink.received.map(({ to }) => to))).filter((count) => count > 1).length;
  // A repeated send must carry the Message-ID of the first one.
  const keys = new Map(sink.received.map(({ to, messageId }) => [to, messageId]));
  const otherKey = sink.received.filter(({ to, messageId }) => keys.get(to) !== messageId).length;
  const [[waiting] = []] = await lab.select("select count(*) from waiting");
  const seconds = (performance.now() - begun) / 1_000;
  return {
    people,
    mails: sink.received.length,
    missed: people - countRecipients(),
    doubled,
    otherKey,
    waiting: Number(waiting),
    seconds,
  };
}
