import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { basic, openLab, report } from "./lab.ts";
import { aClient, load, tally } from "./load.ts";

const PER_SECOND = 100;
const OVERLAP_SECONDS = 4;
const REFUSED_MS = 5_000;

/** Two processes without NATS: nothing tells them of a change, so this is the slowest they can learn of it. */
async function openTwo() {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, ...services] = await Promise.all([lab.aStore(), lab.start("api"), lab.start("api")]);
  const client = aClient(0);
  onTestFinished(client.close);
  const ports = services.map(({ port }) => port);
  const me = async (authorization: string, port = ports[0]) =>
    (await client.send({ path: "/storeadmin/me", headers: { authorization } }, port)).status;

  /** The longest it takes a process to refuse, from now on. Every one of them must have served until now. */
  async function timeUntilRefused(use: (port: number) => Promise<number>, end: () => Promise<unknown>) {
    expect(await Promise.all(ports.map(use))).toEqual(ports.map(() => 200));
    await end();
    const begun = performance.now();
    const times = ports.map(async (port) => {
      expect(await waitFor(async () => (await use(port)) === 401, 2 * REFUSED_MS)).toBe(true);
      return performance.now() - begun;
    });
    return Math.max(...(await Promise.all(times)));
  }
  return { lab, store, client, ports, me, timeUntilRefused };
}

test("F6 rotation: while old and new key overlap no call fails, and then the old one ends", async () => {
  const { lab, store, ports, me } = await openTwo();
  const answers: { key: "old" | "new"; status: number; endedAt: number }[] = [];
  let replacement: string | undefined;
  let isOver = false;
  const loading = load({ loops: 8, perSecond: PER_SECOND, until: () => isOver }, async (n) => {
    const key = replacement && n % 4 < 2 ? "new" : "old";
    const status = await me(key === "new" && replacement ? replacement : store.basic, ports[n % 2]);
    answers.push({ key, status, endedAt: performance.now() });
  });
  await waitFor(() => answers.length > PER_SECOND, 10_000);

  const askedAt = performance.now();
  const overlap = ["--overlap-seconds", `${OVERLAP_SECONDS}`];
  const made = await lab.command<{ key: string }>("key", "rotate", "--pid", store.pid, "--id", store.keyId, ...overlap);
  replacement = basic(store.pid, made.key);
  const rotatedAt = performance.now();
  const endsAt = { first: askedAt + OVERLAP_SECONDS * 1000, last: rotatedAt + OVERLAP_SECONDS * 1000 + REFUSED_MS };
  await waitFor(() => performance.now() > endsAt.last, 2 * REFUSED_MS + OVERLAP_SECONDS * 1000);
  const before = answers.length;
  await waitFor(() => answers.length > before + PER_SECOND / 2, 10_000);
  isOver = true;
  await loading;

  const inOverlap = answers.filter(({ endedAt }) => endedAt < endsAt.first);
  const afterwards = answers.filter(({ endedAt }) => endedAt > endsAt.last);
  const byKey = (some: typeof answers) => tally(some.map(({ key, status }) => `${key} ${status}`));
  report("F6 rotation", { inOverlap: byKey(inOverlap), afterwards: byKey(afterwards) });

  expect(Object.keys(byKey(inOverlap)).toSorted()).toEqual(["new 200", "old 200"]);
  expect(answers.filter(({ key, status }) => key === "new" && status !== 200)).toEqual([]);
  // Who goes on with a wrong key is first told so and then held off.
  expect(afterwards.filter(({ key, status }) => key === "old" && ![401, 429].includes(status))).toEqual([]);
  expect(afterwards.some(({ key }) => key === "old")).toBe(true);
});

test("F6 revocation: keys and sessions are refused by every process within five seconds", async () => {
  const { lab, store, client, me, timeUntilRefused } = await openTwo();
  const { pid } = store;
  const [keyId, spare] = [store.keyId, await lab.aKey(pid)];
  const register = (port: number, params: Record<string, string>) =>
    client.send({ path: `/api/v3/provider/register?pid=${pid}`, params }, port);
  const aGuest = async () => {
    const { text } = await register(lab.services[0]?.port ?? 0, { useragenttype: "faults" });
    const { uuid = "", regid = "", sessionid = "" } = JSON.parse(text) as Record<string, string>;
    return { uuid, regid, sessionid };
  };
  const useOf = (guest: { uuid: string; sessionid: string }) => async (port: number) =>
    (await register(port, { uuid: guest.uuid, sessionid: guest.sessionid })).status;

  const [one, other] = [await aGuest(), await aGuest()];
  const session = await timeUntilRefused(useOf(one), () =>
    lab.command("session", "revoke", "--pid", pid, "--regid", one.regid),
  );
  const untouched = await useOf(other)(lab.services[0]?.port ?? 0);
  const allSessions = await timeUntilRefused(useOf(other), () => lab.command("session", "revoke", "--pid", pid));
  const useKey = (port: number) => me(store.basic, port);
  const key = await timeUntilRefused(useKey, () => lab.command("key", "revoke", "--pid", pid, "--id", keyId));
  report("F6 revocation", { session, allSessions, key });

  expect(Math.max(session, allSessions, key)).toBeLessThanOrEqual(REFUSED_MS);
  expect(untouched).toBe(200);
  expect(await me(spare.basic)).toBe(200);
});
