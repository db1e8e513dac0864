import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { openLab, report, type Settings } from "./lab.ts";
import { tally } from "./load.ts";

const PEOPLE = 2_000;
const OFFSETS = ["+1h", "-1h", "+30d"];
/** Half of the smallest offset. */
const WRONG_BY_MS = 1_800_000;
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends faketime";

const run = promisify(execFile);

/** Returns the path of Debian's libfaketime. Installs it when it is missing. */
async function getFaketime() {
  const find = async () =>
    (await run("sh", ["-c", "ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null || true"])).stdout.trim();
  if (!(await find())) await run("flock", ["/run/lock/keepsake-install", "sh", "-c", INSTALL], { timeout: 300_000 });
  const library = await find();
  if (!library) throw new Error(`libfaketime is not installed. Run as root: ${INSTALL}`);
  return library;
}

/** How far the clock of a Node process with these settings is from the real one, in milliseconds. */
async function measureClockError(settings: Settings) {
  const { stdout } = await run(process.execPath, ["-p", "Date.now()"], { env: { ...process.env, ...settings } });
  return Math.abs(Number(stdout) - Date.now());
}

test("workers whose clocks are an hour ahead, an hour behind and a month ahead send each alert once", async () => {
  const library = await getFaketime();
  const clocks = OFFSETS.map((offset) => ({ LD_PRELOAD: library, FAKETIME: offset }));
  for (const clock of clocks) expect(await measureClockError(clock)).toBeGreaterThan(WRONG_BY_MS);
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [api] = await Promise.all([
    lab.start("api"),
    ...clocks.map((clock) => lab.start("worker", { ...smtpSettings(sink), ...clock })),
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
