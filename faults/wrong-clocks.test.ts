import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { openLab, report, TIMEOUT_MS } from "./lab.ts";
import { tally } from "./load.ts";

const PEOPLE = 2_000;
const OFFSETS = ["+1h", "-1h", "+30d"];
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends faketime";

/** Returns the path of Debian's libfaketime. Installs it when it is missing. */
async function getFaketime() {
  const run = promisify(execFile);
  const find = async () =>
    (await run("sh", ["-c", "ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null || true"])).stdout.trim();
  if (!(await find())) await run("flock", ["/run/lock/keepsake-install", "sh", "-c", INSTALL], { timeout: 300_000 });
  return find();
}

test("workers whose clocks are an hour ahead, an hour behind and a month ahead send each alert once", {
  timeout: TIMEOUT_MS,
}, async () => {
  const library = await getFaketime();
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [api] = await Promise.all([
    lab.start("api"),
    ...OFFSETS.map((offset) => lab.start("worker", { ...smtpSettings(sink), LD_PRELOAD: library, FAKETIME: offset })),
  ]);
  const store = await aWaitingStore(lab, api.port, PEOPLE);
  onTestFinished(store.client.close);
  await store.restock();

  const countRecipients = () => new Set(sink.received.map(({ to }) => to)).size;
  await waitFor(() => countRecipients() >= PEOPLE, 400_000);
  const isRecorded = async () => (await lab.select("select 1 from chunks limit 1")).length === 0;
  expect(await waitFor(isRecorded, 120_000)).toBe(true);
  const doubled = Object.values(tally(sink.received.map(({ to }) => to))).filter((count) => count > 1).length;
  report("wrong clocks", { people: PEOPLE, missed: PEOPLE - countRecipients(), doubled, offsets: OFFSETS });
  expect({ missed: PEOPLE - countRecipients(), doubled }).toEqual({ missed: 0, doubled: 0 });
});
