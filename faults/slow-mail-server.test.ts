import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";
import { tally } from "./load.ts";

/** A worker sends ten mails at once, so that one chunk takes longer than the 30 s of its lease. */
const PEOPLE = FULL ? 2_000 : 60;
const CONTROL = 20;
const ACCEPT_MS = 7_000;

test("a mail server that takes seven seconds for each mail gets each mail once", async () => {
  const { missed, doubled } = await mailSlowly({ people: PEOPLE });
  expect({ missed, doubled }).toEqual({ missed: 0, doubled: 0 });
});

test("control: mails are doubled when the lease of a worker ends while it sends", async () => {
  const { missed, doubled } = await mailSlowly({ people: CONTROL, isLeaseEnded: true });
  expect(missed).toBe(0);
  expect(doubled).toBeGreaterThan(0);
});

async function mailSlowly({ people, isLeaseEnded = false }: { people: number; isLeaseEnded?: boolean }) {
  const doneMs = 120_000 + (people / 10) * ACCEPT_MS;
  const sink = await startSmtpSink({ acceptMs: ACCEPT_MS });
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const mail = smtpSettings(sink);
  const [api] = await Promise.all([lab.start("api"), lab.start("worker", mail), lab.start("worker", mail)]);
  const store = await aWaitingStore(lab, api.port, people);
  onTestFinished(store.client.close);
  const begun = performance.now();
  await store.restock();
  await waitFor(() => sink.received.length > 0, doneMs);
  if (isLeaseEnded) await lab.select("update chunks set due_at = now() - interval '1 minute' where state = 1");
  await waitFor(() => new Set(sink.received.map(({ to }) => to)).size >= people, doneMs);
  await waitFor(async () => (await lab.select("select 1 from chunks limit 1")).length === 0, doneMs);
  const counts = Object.values(tally(sink.received.map(({ to }) => to)));
  const figures = {
    people,
    missed: people - counts.length,
    doubled: counts.filter((count) => count > 1).length,
    seconds: (performance.now() - begun) / 1_000,
  };
  report(isLeaseEnded ? "slow mail server, control" : "slow mail server", figures);
  return figures;
}
