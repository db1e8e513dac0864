import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { postgresUs, processUs } from "../cpu.ts";
import type { BenchContext } from "../path.ts";
import type { Line } from "../report.ts";
import { createStore, migrate, openDeps, startService } from "../service.ts";
import { contactEmail, RARE_ACTION, type SeededStore, seedStore, variantOf } from "./seed-store.ts";
import { timeCalls } from "./time-calls.ts";

const USERS = 10;
const WARM_UP_CALLS = 20;
const SECONDS = { full: 10, short: 1 };
const BAR_MS = 300;
const PAUSE_MS = 20;

type Ask = (path: string, query?: Record<string, string>, json?: object) => Promise<Answer>;
type Answer = { readonly items?: readonly Record<string, string>[]; readonly next?: string | null };
/** One read: a path below /storeadmin/v3. With `json` it is a POST that changes nothing. */
type Read = { readonly name: string; readonly path: string; readonly users?: number } & (
  | { readonly query: (n: number) => Record<string, string> }
  | { readonly json: (n: number) => object }
);

const OPENAPI = new URL("../../openapi.json", import.meta.url);
const ADMIN = "/storeadmin/v3/";
/** `live-watch` measures it. */
const STREAM = `${ADMIN}plans/live`;

/** Only a person who is signed in makes these calls; `pages` measures them. */
const OF_PEOPLE = ["operator/", "reports"];

/** Throws when the merchant's API has a read that is not measured. */
async function checkNoneIsMissing(measured: readonly Read[]): Promise<void> {
  const { paths } = JSON.parse(await readFile(OPENAPI, "utf8")) as { paths: Record<string, object> };
  const names = new Set(measured.map(({ path }) => path));
  const missing = Object.keys(paths)
    .filter((path) => path.startsWith(ADMIN) && path !== STREAM && "get" in (paths[path] ?? {}))
    .map((path) => path.slice(ADMIN.length))
    .filter((path) => !names.has(path) && !OF_PEOPLE.some((start) => path.startsWith(start)));
  if (missing.length > 0) throw new Error(`These reads are not measured: ${missing.join(", ")}`);
}

/** Every read of the merchant's API with ten users at once, on a store with a million people in line and five million items
 *  (a small one in a short run): the time of 95 of 100 calls, and of the slowest. */
export async function* measureReads(context: BenchContext): AsyncIterable<Line> {
  const url = await context.postgres.createDatabase("reads");
  await migrate(url);
  const store = await createStore(url, "Reads", undefined, ["admin"]);
  const deps = await openDeps(url);
  const seeded = await seedStore(url, store, deps.hashAddress, context.isShort ? "small" : "large");
  await deps.close();
  const service = await startService({ databaseUrl: url, role: "api", folder: context.folder });
  let refused = 0;
  /** A machine that is busy with other things refuses now and then. The time goes on until the call is answered. */
  const ask: Ask = async (path, query = {}, json) => {
    const address = `http://127.0.0.1:${service.port}${ADMIN}${path}?${new URLSearchParams(query).toString()}`;
    for (;;) {
      const response = await fetch(address, {
        headers: { authorization: store.authorization, ...(json ? { "content-type": "application/json" } : {}) },
        ...(json ? { method: "POST", body: JSON.stringify(json) } : {}),
      });
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text) as Answer;
      if (response.status !== 503) throw new Error(`${path} answered ${response.status} ${text}`);
      refused += 1;
      await pause(PAUSE_MS);
    }
  };
  try {
    const reads = await listReads(ask, seeded);
    await checkNoneIsMissing(reads);
    for (const read of reads)
      yield await measure(ask, read, {
        seconds: context.isShort ? SECONDS.short : SECONDS.full,
        refused: () => refused,
        cpuUs: () => ({ node: processUs(service.pid), postgres: postgresUs(context.postgres.pid) }),
      });
  } finally {
    await service.stop();
  }
}

type Cpu = { readonly node: number; readonly postgres: number };

async function measure(
  ask: Ask,
  { name, path, users = USERS, ...read }: Read,
  { seconds, refused, cpuUs }: { readonly seconds: number; readonly refused: () => number; readonly cpuUs: () => Cpu },
): Promise<Line> {
  let n = 0;
  const call = async () => {
    n += 1;
    const from = performance.now();
    await ("json" in read ? ask(path, {}, read.json(n)) : ask(path, read.query(n)));
    return performance.now() - from;
  };
  for (let warm = 0; warm < WARM_UP_CALLS; warm += 1) await call();
  const before = cpuUs();
  const refusedBefore = refused();
  const times = await timeCalls(call, { users, seconds });
  const after = cpuUs();
  return {
    path: `read ${name}`,
    users,
    ...times,
    nodeMs: (after.node - before.node) / times.calls / 1000,
    postgresMs: (after.postgres - before.postgres) / times.calls / 1000,
    refused: refused() - refusedBefore,
    bar: BAR_MS,
    ok: times.p95 <= BAR_MS,
  };
}

/** Popular and unpopular variants and people in turn, and deep pages beside first ones. */
async function listReads(ask: Ask, { variants, contacts, plans, longLine }: SeededStore): Promise<readonly Read[]> {
  const of = (n: number, all: number) => (n * 7_919) % all;
  const epi = (n: number) => (n % 3 === 0 ? variantOf(of(n, 5)) : variantOf(of(n, variants)));
  const address = (n: number) => contactEmail(1 + of(n, contacts));
  const cursorsOf = async (path: string, query: Record<string, string>, pages: number) => {
    const cursors = [""];
    for (let page = 0; page < pages; page += 1) {
      const { next } = await ask(path, {
        ...query,
        limit: "500",
        ...(cursors.at(-1) ? { cursor: cursors.at(-1) ?? "" } : {}),
      });
      if (!next) break;
      cursors.push(next);
    }
    return (n: number) => {
      const cursor = cursors[n % cursors.length];
      return cursor ? { cursor } : {};
    };
  };
  const demand = (sort: string) => cursorsOf("demand", { sort }, 20);
  const cursors = {
    people: await demand("people"),
    units: await demand("units"),
    value: await demand("value"),
    saves: await demand("saves"),
    line: await cursorsOf("lines", { epi: variantOf(0) }, 20),
    plans: await cursorsOf("plans", {}, 20),
    audit: await cursorsOf("audit", {}, 20),
    deliveries: await cursorsOf("webhooks/deliveries", {}, 20),
  };
  const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const planIds = ((await ask("plans", { limit: "100", topic: "backinstock" })).items ?? []).map(
    ({ plan = "" }) => plan,
  );
  const planOf = (n: number) => planIds[of(n, Math.min(planIds.length, plans))] ?? "";
  const bestOf = async (sort: string) => {
    const query = { from: since(91), sort };
    const cursorOf = await cursorsOf("results/variants", query, 1);
    return [
      {
        name: `results/variants by ${sort}`,
        path: "results/variants",
        query: (n: number) => ({ ...query, from: since(n % 2 === 0 ? 30 : 91) }),
      },
      {
        name: `results/variants by ${sort}, page 2`,
        path: "results/variants",
        query: () => ({ ...query, ...cursorOf(1) }),
      },
    ];
  };
  return [
    { name: "summary", path: "insights/summary", query: (n) => ({ from: since(n % 2 === 0 ? 30 : 395) }) },
    ...(["people", "units", "value", "saves"] as const).map((sort) => ({
      name: `demand by ${sort}`,
      path: "demand",
      query: (n: number) => ({ sort, ...cursors[sort](n) }),
    })),
    {
      name: "demand in stock",
      path: "demand",
      query: (n) => ({ stock: n % 2 === 0 ? "in" : "out", ...cursors.people(n) }),
    },
    { name: "demand/variant", path: "demand/variant", query: (n) => ({ epi: epi(n), from: since(90) }) },
    { name: "demand/advice", path: "demand/advice", query: (n) => ({ epi: epi(n) }) },
    { name: "results", path: "results", query: (n) => ({ from: since(90), ...(n % 2 === 0 ? { epi: epi(n) } : {}) }) },
    ...(await bestOf("notified")),
    ...(await bestOf("revenue")),
    {
      name: "lines",
      path: "lines",
      query: (n) => (n % 2 === 0 ? { epi: variantOf(0), ...cursors.line(n) } : { epi: epi(n) }),
    },
    { name: "plans", path: "plans", query: (n) => cursors.plans(n) },
    { name: "plans of a variant", path: "plans", query: (n) => ({ epi: epi(n) }) },
    { name: "plans of a rare topic", path: "plans", query: () => ({ topic: "comingsoon" }) },
    { name: "open plans", path: "plans", query: () => ({ state: "open" }) },
    ...["notified", "failed", "waiting"].map((who) => ({
      name: `people of a plan, ${who}`,
      path: "plans/recipients",
      query: (n: number) => ({ plan: planOf(n), who }),
    })),
    { name: "people", path: "people", query: (n) => ({ address: address(n) }) },
    { name: "people/one", path: "people/one", query: (n) => ({ address: address(n) }) },
    { name: "people/find", path: "people/find", json: (n) => ({ address: address(n) }) },
    { name: "people/show", path: "people/show", json: (n) => ({ address: address(n) }) },
    ...[
      "me",
      "settings",
      "connections",
      "problems",
      "keys",
      "members",
      "topics",
      "senders",
      "senders/hooks",
      "webhooks",
      "alerts/templates",
    ].map((path) => ({ name: path, path, query: () => ({}) })),
    { name: "alerts/template", path: "alerts/template", query: () => ({ topic: "backinstock" }) },
    { name: "alerts/template/variables", path: "alerts/template/variables", query: () => ({ topic: "backinstock" }) },
    { name: "alerts/template/versions", path: "alerts/template/versions", query: () => ({ topic: "backinstock" }) },
    { name: "audit", path: "audit", query: (n) => cursors.audit(n) },
    { name: "audit of a rare action", path: "audit", query: () => ({ action: RARE_ACTION }) },
    { name: "webhooks/deliveries", path: "webhooks/deliveries", query: (n) => cursors.deliveries(n) },
    ...["waiting", "failed"].map((state) => ({
      name: `webhooks/deliveries, ${state}`,
      path: "webhooks/deliveries",
      query: () => ({ state }),
    })),
    { name: "lines, newest first", path: "lines", query: (n) => ({ epi: epi(n), order: "newest" }) },
    { name: "alerts/plans", path: "alerts/plans", json: (n) => ({ epi: epi(n) }) },
    {
      name: "alerts/rehearse",
      path: "alerts/rehearse",
      json: (n) => ({ epi: epi(n), units: "80" }),
    },
    {
      name: "alerts/explain",
      path: "alerts/explain",
      json: (n) => ({ epi: epi(n), medium: "email", mediumvalue: address(n) }),
    },
    // A process makes one replay of a store at a time, so one user asks. Variants of this popularity have few people, and a restock.
    {
      name: "alerts/replay of a short line",
      path: "alerts/replay",
      users: 1,
      json: (n) => ({ epi: variantOf(plans / 2 + of(n, plans / 4)), policy: { audience: "per-unit" } }),
    },
    ...(longLine > 0
      ? [
          {
            name: "alerts/replay of a line that is too long",
            path: "alerts/replay",
            users: 1,
            json: () => ({ epi: variantOf(variants - 1), policy: { audience: "per-unit" } }),
          },
        ]
      : []),
  ];
}
