import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";

const MANY = FULL ? 100_000 : 10_000;
const FEW = 100;
const DONE_MS = 300_000;

test("a hundred alerts of one store go out while another store sends its many", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const api = await lab.start("all", smtpSettings(sink));
  const large = await aWaitingStore(lab, api.port, MANY, "many");
  const small = await aWaitingStore(lab, api.port, FEW, "few");
  onTestFinished(large.client.close);
  onTestFinished(small.client.close);
  const countSent = (name: string) => sink.received.filter(({ to }) => to.startsWith(name)).length;

  await large.restock();
  expect(await waitFor(() => countSent("many") > 0, DONE_MS)).toBe(true);
  const begun = performance.now();
  await small.restock();
  expect(await waitFor(() => countSent("few") >= FEW, DONE_MS)).toBe(true);
  const sentByLarge = countSent("many");
  report("fair stores", { doneMs: performance.now() - begun, sentByLarge, many: MANY });

  // Compared with the large store instead of a time, so that the speed of the machine does not matter.
  expect(sentByLarge).toBeLessThan(MANY / 2);
});
