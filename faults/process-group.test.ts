import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { openLab, report, type Service, type Settings, signal } from "./lab.ts";
import { aShopper, items, listCall } from "./lists.ts";
import { openStream } from "./live-stream-client.ts";
import { type Answer, aClient, aRetryingClient, load, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const LIMIT = 60;
const STREAMS_OF_SHOPPER = 10;
const SOON_MS = 60_000;

const lab = await openLab({ postgres: true }, { KEEPSAKE_TRUST_PROXY: "127.0.0.1" });
afterAll(lab.close);

async function startGroup(processes: number, { role = "all", ...settings }: Settings & { role?: "all" | "api" } = {}) {
  const group = await lab.start(role, settings, ["--processes", `${processes}`]);
  onTestFinished(group.kill);
  return group;
}

/** The processes of a group by their names, such as api-1. */
function membersOf(parent: number | undefined): Map<string, number> {
  const members = readdirSync("/proc").flatMap((pid) => {
    try {
      const [, parentPid] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const at = command.findIndex((part) => part.endsWith("/run-member.ts"));
      return Number(parentPid) === parent && at >= 0 ? [[command[at + 2] ?? "", Number(pid)] as const] : [];
    } catch {
      return []; // not a process, or one that is gone
    }
  });
  return new Map(members);
}

const isGone = (pid: number) => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
};
const areGone = (pids: Iterable<number>) => waitFor(() => [...pids].every(isGone), SOON_MS);
/** Each process puts its own tag before the ids of its requests. */
const tagOf = ({ headers }: Answer) => String(headers["x-request-id"]).split("-")[0] ?? "";
const accepted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
const countIn = async ({ log }: Service, text: string) => (await log()).split(text).length - 1;

test("a caller gets the whole limit of a group of processes and no more, over many connections or over one", async () => {
  const group = await startGroup(3);
  async function call(sockets: number) {
    const store = await lab.aStore({ limits: { key: { points: LIMIT, seconds: 3600 } } });
    const options = { headers: { authorization: store.basic }, sockets, keepAlive: sockets === 1 };
    const client = aRetryingClient(group.port, options);
    onTestFinished(client.close);
    const answers: Answer[] = [];
    await load({ loops: sockets, calls: 5 * LIMIT }, async () => {
      answers.push(await client.send({ path: "/storeadmin/me" }));
    });
    return answers;
  }
  const [many, one] = [await call(30), await call(1)];
  const left = many.filter(({ status }) => status === 200).map(({ headers }) => headers["ratelimit"]);
  report("limit of a group", { many: tally(many.map(tagOf)), one: tally(one.map(tagOf)) });

  expect(new Set(many.map(tagOf)).size).toBe(3);
  expect(new Set(one.map(tagOf)).size).toBe(1);
  expect([accepted(many), accepted(one)]).toEqual([LIMIT, LIMIT]);
  expect(new Set(left).size).toBe(LIMIT);
  expect(await group.metric("keepsake_limiter_fallbacks_total")).toBe(0);
});

test("the streams of a shopper are counted over all processes of a group, and those of a killed process are forgotten", async () => {
  const group = await startGroup(2);
  const client = aRetryingClient(group.port);
  onTestFinished(client.close);
  const store = await lab.aStore();
  const shopper = await aShopper(client, store);
  async function open(count: number) {
    const { text } = await client.send(listCall(store, shopper, "live-token"));
    const { token } = JSON.parse(text) as { token: string };
    const query = new URLSearchParams({ pid: store.pid, regid: shopper.regid, token });
    const address = { port: group.port, path: `/api/v3/lists/live?${query.toString()}`, ip: "203.0.113.9" };
    const opened = await Promise.allSettled(Array.from({ length: count }, () => openStream(address, () => undefined)));
    onTestFinished(() => {
      for (const stream of opened) if (stream.status === "fulfilled") stream.value.close();
    });
    return opened.filter(({ status }) => status === "fulfilled").length;
  }
  expect(await open(STREAMS_OF_SHOPPER + 5)).toBe(STREAMS_OF_SHOPPER);
  expect(await open(1)).toBe(0);
  for (const [name, pid] of membersOf(group.pid)) if (name.startsWith("api-")) signal(pid, "SIGKILL");
  expect(await waitFor(async () => (await group.metric("keepsake_process_starts_total")) === 5, SOON_MS)).toBe(true);
  expect(await waitFor(async () => (await group.metric("keepsake_process_up")) === 3, SOON_MS)).toBe(true);
  expect(await open(STREAMS_OF_SHOPPER + 5)).toBe(STREAMS_OF_SHOPPER);
});

test("when a process of a group is killed under load, only calls on its connections fail, and it is started again", async () => {
  const group = await startGroup(2);
  const store = await lab.aStore();
  const stalls = lab.watchStalls();
  const loops = 16;
  // Each loop has one connection, which stays with its process.
  const callers = Array.from({ length: loops }, () => {
    const client = aRetryingClient(group.port, { headers: { authorization: store.basic }, sockets: 1, stalls });
    onTestFinished(client.close);
    return { client, tag: "", failures: [] as string[], statuses: new Set<number>() };
  });
  let isOver = false;
  let answered = 0;
  const loading = Promise.all(
    callers.map(async (caller) => {
      while (!isOver) {
        try {
          const answer = await caller.client.send(answered % 3 ? { path: "/storeadmin/me" } : guestCall());
          caller.tag = tagOf(answer);
          caller.statuses.add(answer.status);
          answered += 1;
        } catch {
          caller.failures.push(caller.tag);
        }
        await pause(5);
      }
    }),
  );
  const answers = (more: number) => {
    const until = answered + more;
    return waitFor(() => answered >= until, SOON_MS);
  };
  expect(await answers(500)).toBe(true);
  const before = new Set(callers.map(({ tag }) => tag));
  signal(membersOf(group.pid).get("api-1"), "SIGKILL");
  expect(await answers(500)).toBe(true);
  expect(await waitFor(async () => (await group.metric("keepsake_process_starts_total")) === 4, SOON_MS)).toBe(true);
  expect(await waitFor(async () => (await group.metric("keepsake_process_up")) === 3, SOON_MS)).toBe(true);
  isOver = true;
  await loading;

  const after = new Set(callers.map(({ tag }) => tag));
  const failures = callers.flatMap((caller) => caller.failures);
  report("kill a process of a group", { answered, before: before.size, failures: failures.length });
  expect(before.size).toBe(2);
  expect(new Set(failures).size).toBeLessThanOrEqual(1);
  for (const tag of failures) expect(after).not.toContain(tag);
  for (const caller of callers) expect(caller.failures.length).toBeLessThanOrEqual(1);
  for (const caller of callers) expect([...caller.statuses]).toEqual([200]);
  expect(await group.log()).toMatch(/"process":"api-1","how":"SIGKILL".*"A process has ended: it is started again"/);

  const fresh = aClient(group.port, { headers: { authorization: store.basic }, keepAlive: false });
  const tags = new Set<string>();
  const isServed = async () => tags.add(tagOf(await fresh.send({ path: "/storeadmin/me" }))).size === 2;
  expect(await waitFor(isServed, SOON_MS)).toBe(true);
});

test("a process that ends again and again is given up: the others stop, and the log says why", async () => {
  const group = await startGroup(2);
  const parent = group.pid;
  const members = [...membersOf(parent).values()];
  const killApi2 = () => {
    signal(membersOf(parent).get("api-2"), "SIGKILL");
    return group.pid === undefined;
  };
  expect(await waitFor(killApi2, SOON_MS)).toBe(true);
  expect(await areGone(members)).toBe(true);
  expect(membersOf(parent).size).toBe(0);
  expect(await group.log()).toContain("The process api-2 ended 5 times in a row soon after its start (SIGKILL)");
});

test.each([
  ["SIGTERM to the parent", (parent: number) => signal(parent, "SIGTERM")],
  ["Ctrl-C, which reaches every process,", (parent: number) => void process.kill(-parent, "SIGINT")],
])("%s ends every process of a group in an orderly way", async (_how, end) => {
  const group = await startGroup(2);
  const members = [...membersOf(group.pid).values()];
  expect(members).toHaveLength(3);
  end(group.pid as number);
  expect(await waitFor(() => group.pid === undefined, SOON_MS)).toBe(true);
  expect(members.filter((pid) => !isGone(pid))).toEqual([]);
  expect(await countIn(group, "Keepsake has stopped")).toBe(4);
  expect(await group.log()).toContain('"killed":[]');
});

test("when the parent is killed its processes end in an orderly way", async () => {
  const group = await startGroup(2);
  const members = [...membersOf(group.pid).values()];
  onTestFinished(() => {
    for (const pid of members) signal(pid, "SIGKILL");
  });
  signal(group.pid, "SIGKILL");
  expect(await areGone(members)).toBe(true);
  expect(await countIn(group, "Keepsake has stopped")).toBe(3);
});

test("the operators' port shows the metrics of every process, and /livez fails while one of them hangs", async () => {
  const group = await startGroup(2);
  const ask = async (path: string) => fetch(`http://127.0.0.1:${group.opsPort}${path}`);
  const metrics = await (await ask("/metrics")).text();
  for (const name of ["api-1", "api-2", "worker"]) {
    expect(metrics).toContain(`keepsake_process_up{process="${name}"} 1`);
    expect(metrics).toContain(`keepsake_db_waiting{process="${name}"}`);
  }
  expect(metrics.match(/^# TYPE keepsake_db_waiting gauge$/gm)).toHaveLength(1);
  expect([(await ask("/livez")).status, (await ask("/readyz")).status]).toEqual([200, 200]);

  const hanging = membersOf(group.pid).get("api-2");
  signal(hanging, "SIGSTOP");
  expect((await ask("/livez")).status).toBe(503);
  expect((await ask("/readyz")).status).toBe(200);
  expect(await (await ask("/metrics")).text()).toContain('keepsake_db_waiting{process="api-1"}');
  signal(hanging, "SIGCONT");
  expect(await waitFor(async () => (await ask("/livez")).status === 200, SOON_MS)).toBe(true);
});

test("without NATS the worker of a group is woken by its API processes, and does not wait for its poll", async () => {
  const group = await startGroup(1, { KEEPSAKE_POLL_MS: "60000" });
  const store = await lab.aStore();
  const client = aRetryingClient(group.port);
  onTestFinished(client.close);
  const shopper = await aShopper(client, store);
  const save = (epi: number) =>
    client.send(listCall(store, shopper, "update-ctx", { lid: shopper.lid, a: items(epi) }));
  await save(1);
  const relayed = () => group.metric("keepsake_outbox_relayed_total");
  expect(await waitFor(async () => (await relayed()) > 0, SOON_MS)).toBe(true);
  const before = await relayed();
  await pause(3_000); // the worker looks for more events for two seconds after the last ones
  await save(2);
  expect(await waitFor(async () => (await relayed()) > before, 20_000)).toBe(true);
});
