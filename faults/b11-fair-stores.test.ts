import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, mailInto } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";

const MANY = FULL ? 100_000 : 10_000;
const FEW = 100;
const DONE_MS = 30_000;

test("B11 one store's many do not delay another's hundred", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const api = await lab.start("all", mailInto(sink));
  const large = await aWaitingStore(lab, api.port, MANY, "many");
  const small = await aWaitingStore(lab, api.port, FEW, "few");
  onTestFinished(large.client.close);
  onTestFinished(small.client.close);
  const toldOf = (name: string) => sink.taken.filter(({ to }) => to.startsWith(name)).length;

  await large.restock();
  expect(await waitFor(() => toldOf("many") > 0, DONE_MS)).toBe(true);
  const begun = performance.now();
  await small.restock();
  expect(await waitFor(() => toldOf("few") >= FEW, DONE_MS)).toBe(true);
  const doneMs = performance.now() - begun;
  const ofTheLarge = toldOf("many");
  report("B11", { doneMs, ofTheLarge, many: MANY });

  expect(ofTheLarge).toBeLessThan(MANY);
  expect(doneMs).toBeLessThan(DONE_MS);
});
