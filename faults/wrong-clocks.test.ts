import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { openLab, report, type Settings } from "./lab.ts";
import { tally } from "./load.ts";

const PEOPLE = 2_000;
/** An event names 200 alerts at most. */
const WEBHOOKS_MIN = PEOPLE / 200;
const LOOPBACK = { KEEPSAKE_ALLOW_LOOPBACK: "on" };
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

/** Receives webhooks, and counts how often it got each. `refused`: those that the library of Standard Webhooks does not accept,
 *  for example because their time is wrong. */
async function startReceiver() {
  const counts = new Map<string, number>();
  const seen = { counts, refused: 0, secret: "" };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      new Webhook(seen.secret).verify(await text(request), request.headers as Record<string, string>);
    } catch {
      seen.refused += 1;
    }
    const id = String(request.headers["webhook-id"]);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("workers whose clocks are an hour ahead, an hour behind and a month ahead send each alert and each webhook once", async () => {
  const library = await getFaketime();
  const clocks = OFFSETS.map((offset) => ({ LD_PRELOAD: library, FAKETIME: offset }));
  for (const clock of clocks) expect(await measureClockError(clock)).toBeGreaterThan(WRONG_BY_MS);
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [api] = await Promise.all([
    lab.start("api", LOOPBACK),
    ...clocks.map((clock) => lab.start("worker", { ...smtpSettings(sink), ...LOOPBACK, ...clock })),
  ]);
  const store = await aWaitingStore(lab, api.port, PEOPLE);
  onTestFinished(store.client.close);
  const { seen, url } = await startReceiver();
  const key = await lab.command<{ key: string }>(
    "key",
    "create",
    "--pid",
    store.pid,
    "--name",
    "w",
    "--scopes",
    "webhooks",
  );
  const authorization = `Basic ${Buffer.from(`${store.pid}:${key.key}`).toString("base64")}`;
  const created = await fetch(`http://127.0.0.1:${api.port}/storeadmin/v3/webhooks/create`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ url, events: ["alert.sent"] }),
  });
  seen.secret = ((await created.json()) as { secret: string }).secret;
  await store.restock();

  const countRecipients = () => new Set(sink.received.map(({ to }) => to)).size;
  await waitFor(() => countRecipients() >= PEOPLE, 400_000);
  const isRecorded = async () => (await lab.select("select 1 from chunks limit 1")).length === 0;
  expect(await waitFor(isRecorded, 120_000)).toBe(true);
  const countRows = async (from: string) => Number((await lab.select(`select count(*) from ${from}`))[0]?.[0]);
  const events = await countRows("outbox where subject = 'alert.sent'");
  expect(events).toBeGreaterThanOrEqual(WEBHOOKS_MIN);
  await waitFor(async () => (await countRows("webhook_deliveries where state = 1")) >= events, 60_000);
  const webhooks = {
    missed: events - seen.counts.size,
    doubled: [...seen.counts.values()].filter((count) => count > 1).length,
    refused: seen.refused,
  };
  report("wrong clocks, webhooks", { received: seen.counts.size, ...webhooks });
  expect(webhooks).toEqual({ missed: 0, doubled: 0, refused: 0 });
  const doubled = Object.values(tally(sink.received.map(({ to }) => to))).filter((count) => count > 1).length;
  report("wrong clocks", { people: PEOPLE, missed: PEOPLE - countRecipients(), doubled, offsets: OFFSETS });
  expect({ missed: PEOPLE - countRecipients(), doubled }).toEqual({ missed: 0, doubled: 0 });
});
