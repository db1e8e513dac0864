import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { freeze, openLab, report } from "./lab.ts";
import { aRetryingClient } from "./load.ts";

/** The health check itself gives PostgreSQL two seconds. */
const UNREADY_MS = 5_000;
const READY_MS = 10_000;

test("without PostgreSQL a process reports that it is not ready, keeps running, and serves again within seconds", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([lab.aStore(), lab.start("api")]);
  const { postgres } = lab.engines;
  const { pid } = api;
  const client = aRetryingClient(api.port, { headers: { authorization: store.basic } });
  onTestFinished(client.close);
  const statusOf = async (path: string, port = api.port) => (await client.send({ path }, port)).status;

  /** The milliseconds until /readyz of both ports has this status. */
  async function timeUntil(status: 200 | 503) {
    const begun = performance.now();
    const times = [api.port, api.opsPort].map(async (port) => {
      expect(await waitFor(async () => (await statusOf("/readyz", port)) === status, 60_000)).toBe(true);
      return performance.now() - begun;
    });
    return Math.max(...(await Promise.all(times)));
  }
  async function expectAlive() {
    expect([await statusOf("/livez"), await statusOf("/livez", api.opsPort)]).toEqual([200, 200]);
    expect(api.pid).toBe(pid);
  }
  const use = () =>
    client.send({
      path: "/storeadmin/v3/user/generate-regid",
      params: { useremail: "a@example.com", useragenttype: "faults" },
    });

  await timeUntil(200);
  expect((await use()).status).toBe(200);

  const thaw = await freeze(postgres);
  onTestFinished(thaw);
  const frozen = await timeUntil(503);
  await expectAlive();
  const whileFrozen = await use();
  thaw();
  const thawed = await timeUntil(200);
  expect((await use()).status).toBe(200);

  await postgres.kill();
  const killed = await timeUntil(503);
  await expectAlive();
  const whileDown = await use();
  await postgres.start();
  const back = await timeUntil(200);
  await expectAlive();
  expect((await use()).status).toBe(200);

  const answers = { frozen: [whileFrozen.status, whileFrozen.ms], down: [whileDown.status, whileDown.ms] };
  report("readiness", { frozen, thawed, killed, back, answers, overloaded: client.countOverloaded() });
  expect([whileFrozen.status, whileDown.status]).toEqual([503, 503]);
  expect(Math.max(frozen, killed)).toBeLessThanOrEqual(UNREADY_MS);
  expect(Math.max(thawed, back)).toBeLessThanOrEqual(READY_MS);
});
