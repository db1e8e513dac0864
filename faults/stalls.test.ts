import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { freeze, openLab } from "./lab.ts";
import { aRetryingClient } from "./load.ts";

const WAIT_MS = 60_000;
const PAUSED_MS = 1_000;
const WAITING =
  "select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' and state = 'idle'";

test("a refused call is repeated after a stall of the machine, and only then", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.writeHead(calls % 2 ? 503 : 200).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const stalls = lab.watchStalls();
  const client = aRetryingClient((server.address() as AddressInfo).port, { stalls });
  onTestFinished(client.close);

  expect(await waitFor(() => !stalls.overlap(performance.now()), WAIT_MS)).toBe(true);
  expect(await client.send({ path: "/" })).toMatchObject({ status: 503 });
  calls = 0;
  const thaw = await freeze(lab.engines.postgres);
  expect(await waitFor(() => stalls.overlap(performance.now()), WAIT_MS)).toBe(true);
  thaw();
  expect(await client.send({ path: "/" })).toMatchObject({ status: 200 });
  expect(await waitFor(() => stalls.totalMs() > 0, WAIT_MS)).toBe(true);
});

test("a pause of the process that watches counts as a stall", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const stalls = lab.watchStalls();
  const isWaiting = async () => (await lab.select(WAITING)).length > 0;
  expect(await waitFor(isWaiting, WAIT_MS)).toBe(true);
  const before = stalls.totalMs();
  // Blocks this process, and with it the watcher, between two of its commits.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSED_MS);
  expect(await waitFor(() => stalls.totalMs() > before, 2 * PAUSED_MS)).toBe(true);
});
