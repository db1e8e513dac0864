import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, mailInto } from "./alerts.ts";
import { openLab, report } from "./lab.ts";
import { tally } from "./load.ts";

const PEOPLE = 2_000;
const OFFSETS = ["+1h", "-1h", "+30d"];
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends faketime";

/** Debian's libfaketime, installed first where it is missing. */
async function faketime() {
  const run = promisify(execFile);
  const find = async () =>
    (await run("sh", ["-c", "ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null || true"])).stdout.trim();
  if (!(await find())) await run("flock", ["/run/lock/keepsake-install", "sh", "-c", INSTALL], { timeout: 300_000 });
  return find();
}

test("B14 workers whose clocks are an hour ahead, an hour behind and a month ahead: nobody is missed, nobody is told twice", async () => {
  const library = await faketime();
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [api] = await Promise.all([
    lab.start("api"),
    ...OFFSETS.map((offset) => lab.start("worker", { ...mailInto(sink), LD_PRELOAD: library, FAKETIME: offset })),
  ]);
  const store = await aWaitingStore(lab, api.port, PEOPLE);
  onTestFinished(store.client.close);
  await store.restock();

  const told = () => new Set(sink.taken.map(({ to }) => to)).size;
  await waitFor(() => told() >= PEOPLE, 120_000);
  const isWrittenDown = async () => (await lab.select("select 1 from chunks limit 1")).length === 0;
  expect(await waitFor(isWrittenDown, 30_000)).toBe(true);
  const doubled = Object.values(tally(sink.taken.map(({ to }) => to))).filter((count) => count > 1).length;
  report("B14", { people: PEOPLE, missed: PEOPLE - told(), doubled, offsets: OFFSETS });
  expect({ missed: PEOPLE - told(), doubled }).toEqual({ missed: 0, doubled: 0 });
});
