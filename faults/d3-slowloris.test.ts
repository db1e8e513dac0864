import { fork } from "node:child_process";
import { readdir } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { openLab, report } from "./lab.ts";
import { aClient, load, percentile } from "./load.ts";
import type { Attack, Ended } from "./slow-sockets.ts";

const SOCKETS = 4_000;
const OPENED_PER_SECOND = 1_000;
const HEADERS_MS = 6_000;
const BODY_MS = 11_000;
const PER_SECOND = 150;
const QUIET_SECONDS = 5;
// Below this a ratio compares the machine's scheduler with itself.
const QUICK_MS = 20;

// Neighbours on the machine can only make the ratio worse: of three tries the service itself would fail all.
test("D3 slowloris: 4,000 connections that send drop by drop are closed in time, and others do not feel them", {
  retry: 2,
}, async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([lab.aStore(), lab.start("api")]);
  const client = aClient(api.port, { headers: { authorization: store.basic } });
  onTestFinished(client.close);
  const call = {
    path: "/storeadmin/v3/user/generate-regid",
    params: { useremail: "someone@example.com", useragenttype: "faults" },
  };
  const statuses = new Set<number>();
  async function measure(pace: { seconds?: number; until?: () => boolean }) {
    const times: number[] = [];
    await load({ loops: 8, perSecond: PER_SECOND, ...pace }, async () => {
      const { status, ms } = await client.send(call);
      statuses.add(status);
      times.push(ms);
    });
    return times;
  }
  const countOpen = async () => (await readdir(`/proc/${api.pid}/fd`)).length;

  await measure({ seconds: 2 });
  const quiet = await measure({ seconds: QUIET_SECONDS });
  const openBefore = await countOpen();

  let isOver = false;
  const during = measure({ until: () => isOver });
  const head = `POST /api/v3/provider/register?pid=${store.pid} HTTP/1.1\r\nhost: faults\r\n`;
  const attack: Attack = {
    port: api.port,
    beginnings: [head, `${head}content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\n`],
    sockets: SOCKETS,
    perSecond: OPENED_PER_SECOND,
  };
  const attacker = fork(new URL("./slow-sockets.ts", import.meta.url), [JSON.stringify(attack)]);
  onTestFinished(() => void attacker.kill("SIGKILL"));
  const ended: Ended[] = [];
  let isOpened = false;
  attacker.on("message", (message: Ended | "opened") => {
    if (message === "opened") isOpened = true;
    else ended.push(message);
  });
  expect(await waitFor(() => isOpened, BODY_MS)).toBe(true);
  const openMost = await countOpen();
  const isClosed = await waitFor(() => ended.length === SOCKETS, 2 * BODY_MS);
  isOver = true;
  const isFreed = await waitFor(async () => (await countOpen()) <= openBefore + 20, 5_000);
  const attacked = await during;
  quiet.push(...(await measure({ seconds: QUIET_SECONDS })));
  const p99 = { quiet: percentile(quiet, 0.99), attacked: percentile(attacked, 0.99) };

  const longest = (kind: number) => Math.max(...ended.filter((it) => it.kind === kind).map((it) => it.closedMs));
  const answered = ended.filter(({ text }) => text.startsWith("HTTP/1.1 408")).length;
  report("D3", { openMost, headersMs: longest(0), bodyMs: longest(1), isFreed, answered, p99 });

  expect(openMost).toBeGreaterThan(0.95 * SOCKETS);
  expect({ isClosed, isFreed }).toEqual({ isClosed: true, isFreed: true });
  expect(longest(0)).toBeLessThanOrEqual(HEADERS_MS);
  expect(longest(1)).toBeLessThanOrEqual(BODY_MS);
  expect([...statuses]).toEqual([200]);
  expect(p99.attacked).toBeLessThanOrEqual(Math.max(2 * p99.quiet, QUICK_MS));
});
