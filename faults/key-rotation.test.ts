import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { basic, openLab, report } from "./lab.ts";
import { aRetryingClient, load, tally } from "./load.ts";

const PER_SECOND = 100;
/** The command that makes the new key takes seconds, and more on a slow machine: the overlap is several times as long. */
const OVERLAP_SECONDS_MIN = 12;
const OVERLAP_FACTOR = 4;
const REFUSED_MS = 5_000;

/** Two processes without NATS, so no notification reaches them and they learn of a change only when a cache expires. */
async function openTwo() {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, ...services] = await Promise.all([lab.aStore(), lab.start("api"), lab.start("api")]);
  const client = aRetryingClient(0, { stalls: lab.watchStalls() });
  onTestFinished(client.close);
  const ports = services.map(({ port }) => port);
  const me = async (authorization: string, port = ports[0]) =>
    (await client.send({ path: "/storeadmin/me", headers: { authorization } }, port)).status;

  /** Runs `end` and returns the milliseconds until every process refuses. All must have accepted before. */
  async function timeUntilRefused(use: (port: number) => Promise<number>, end: () => Promise<unknown>) {
    expect(await Promise.all(ports.map(use))).toEqual(ports.map(() => 200));
    await end();
    const begun = performance.now();
    const times = ports.map(async (port) => {
      expect(await waitFor(async () => (await use(port)) === 401, 6 * REFUSED_MS)).toBe(true);
      return performance.now() - begun;
    });
    return Math.max(...(await Promise.all(times)));
  }
  return { lab, store, client, ports, me, timeUntilRefused };
}

test("while an old and a new key overlap no call fails, and afterwards the old key is refused", async () => {
  const { lab, store, client, ports, me } = await openTwo();
  const answers: { key: "old" | "new"; status: number; endedAt: number }[] = [];
  let replacement: string | undefined;
  let isOver = false;
  const loading = load({ loops: 8, perSecond: PER_SECOND, until: () => isOver }, async (n) => {
    const key = replacement && n % 4 < 2 ? "new" : "old";
    const status = await me(key === "new" && replacement ? replacement : store.basic, ports[n % 2]);
    answers.push({ key, status, endedAt: performance.now() });
  });
  await waitFor(() => answers.length > PER_SECOND, 60_000);

  const triedAt = performance.now();
  await lab.aKey(store.pid);
  const commandSeconds = (performance.now() - triedAt) / 1_000;
  const overlapSeconds = Math.ceil(Math.max(OVERLAP_SECONDS_MIN, OVERLAP_FACTOR * commandSeconds));
  const requestedAt = performance.now();
  const overlap = ["--overlap-seconds", `${overlapSeconds}`];
  const rotated = await lab.command<{ key: string }>(
    "key",
    "rotate",
    "--pid",
    store.pid,
    "--id",
    store.keyId,
    ...overlap,
  );
  replacement = basic(store.pid, rotated.key);
  const rotatedAt = performance.now();
  const endsAt = { first: requestedAt + overlapSeconds * 1000, last: rotatedAt + overlapSeconds * 1000 + REFUSED_MS };
  await waitFor(() => performance.now() > endsAt.last, 2 * REFUSED_MS + overlapSeconds * 1000);
  const before = answers.length;
  await waitFor(() => answers.length > before + PER_SECOND / 2, 60_000);
  isOver = true;
  await loading;

  const inOverlap = answers.filter(({ endedAt }) => endedAt < endsAt.first);
  const afterwards = answers.filter(({ endedAt }) => endedAt > endsAt.last);
  const byKey = (some: typeof answers) => tally(some.map(({ key, status }) => `${key} ${status}`));
  report("key rotation", {
    inOverlap: byKey(inOverlap),
    afterwards: byKey(afterwards),
    overloaded: client.countOverloaded(),
  });

  expect(Object.keys(byKey(inOverlap)).toSorted()).toEqual(["new 200", "old 200"]);
  expect(answers.filter(({ key, status }) => key === "new" && status !== 200)).toEqual([]);
  // A caller that keeps using a wrong key is refused first and then rate-limited.
  expect(afterwards.filter(({ key, status }) => key === "old" && ![401, 429].includes(status))).toEqual([]);
  expect(afterwards.some(({ key }) => key === "old")).toBe(true);
});

test("every process refuses a revoked key or session within five seconds", async () => {
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
  report("revocation", { session, allSessions, key });

  expect(Math.max(session, allSessions, key)).toBeLessThanOrEqual(REFUSED_MS);
  expect(untouched).toBe(200);
  expect(await me(spare.basic)).toBe(200);
});
