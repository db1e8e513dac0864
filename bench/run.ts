// node bench/run.ts [--json] [--short] [--only=NAME,NAME] [--check] [--before=FOLDER] [--seed=NUMBER] [--processes=N]
// Compares the service with bare PostgreSQL statements, side by side in one run. The measurements in ON_REQUEST take
// minutes and run only when named. With --check the exit code is 1 when a bar is missed.
import { parseArgs } from "node:util";
import { makeScratch } from "../engines/scratch.ts";
import { startEngines } from "../engines/start.ts";
import { measureAdvice } from "./advice/advice.ts";
import { measureAgeing } from "./ageing/ageing.ts";
import { measureBeforeAfter } from "./before-after.ts";
import { postgresUs } from "./cpu.ts";
import { measureDrop } from "./drop.ts";
import { measureEventLog } from "./event-log.ts";
import { measureFanOut, measureManyPeople } from "./fan-out/fan-out.ts";
import { measureGrowth } from "./growth.ts";
import { measureItemGrowth } from "./growth-items.ts";
import { measureHonoured } from "./honoured/honoured.ts";
import { measureHotProduct } from "./hot-product.ts";
import { measureLiveWatch } from "./live-watch.ts";
import { measureLoneCaller } from "./lone-caller.ts";
import { measureMails } from "./mails.ts";
import { measureMoving } from "./moving/moving.ts";
import { measurePages } from "./pages/pages.ts";
import type { BenchContext, Path } from "./path.ts";
import { contains } from "./paths/contains.ts";
import { fetchLists } from "./paths/fetch-lists.ts";
import { generateRegid } from "./paths/generate-regid.ts";
import { subscribe } from "./paths/subscribe.ts";
import { updateCtx } from "./paths/update-ctx.ts";
import { measurePriceFlood } from "./price-flood.ts";
import { limitTotalWait } from "./quiet.ts";
import { measureReads } from "./reads/reads.ts";
import { measureRollUps } from "./reads/roll-ups.ts";
import { type Line, printLine } from "./report.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";
import { measureSnapshot } from "./snapshot.ts";
import { measureIdleMemory, measureReady } from "./start-up.ts";
import { type HttpSample, installWrk } from "./wrk.ts";

const PATHS: readonly Path[] = [generateRegid, updateCtx, fetchLists, contains, subscribe];
/** With more refusals than this, a figure is marked as overloaded: the machine could not carry the load. */
const REFUSED_SHARE_MAX = 0.01;
const SHORT_RUN_WAIT_MS = 60_000;
const ON_REQUEST = new Set([
  "growth",
  "growth-items",
  "fan-out",
  "fan-out-many",
  "live-watch",
  "drop",
  "snapshot",
  "ageing",
  "mails",
  "price-flood",
  "event-log",
  "before-after",
  "honoured",
  "pages",
  "reads",
  "roll-ups",
  "advice",
  "import",
]);

const { values: flags } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    only: { type: "string" },
    before: { type: "string" },
    seed: { type: "string", default: "1" },
    processes: { type: "string" },
  },
});
const { reps, seconds, warmUpSeconds } = flags.short
  ? { reps: 3, seconds: 2, warmUpSeconds: 3 }
  : { reps: 5, seconds: 4, warmUpSeconds: 6 };

type Measure = (context: BenchContext) => AsyncIterable<Line> | Promise<Line>;
/** Simulations need neither engines nor a load generator. */
const simulations = new Map<string, () => AsyncIterable<Line>>([
  ["honoured", () => measureHonoured({ seed })],
  ["advice", () => measureAdvice({ seed, isShort: flags.short })],
]);
const measures = new Map<string, Measure>([
  ...PATHS.map((path): [string, Measure] => [path.name, (context) => comparePath(path, context)]),
  ["ready", measureReady],
  ["idle-memory", measureIdleMemory],
  ["lone-caller", measureLoneCaller],
  ["hot-product", (context) => measureHotProduct(context, { reps, seconds })],
  ["drop", measureDrop],
  ["snapshot", measureSnapshot],
  ["ageing", (context) => measureAgeing(context, { reps, seconds })],
  ["fan-out", (context) => measureFanOut(context, { reps })],
  ["fan-out-many", measureManyPeople],
  ["live-watch", measureLiveWatch],
  ["mails", measureMails],
  ["price-flood", measurePriceFlood],
  ["event-log", measureEventLog],
  ["before-after", (context) => measureBeforeAfter(context, { before: flags.before, reps, seconds })],
  ["growth-items", (context) => measureItemGrowth(context, { reps: Math.max(5, reps), seconds })],
  ["growth", (context) => measureGrowth(context, { reps: Math.max(5, reps), seconds })],
  ["pages", measurePages],
  ["reads", measureReads],
  ["roll-ups", measureRollUps],
  ["import", measureMoving],
  ...simulations,
]);

const names = flags.only?.split(",") ?? [...measures.keys()].filter((name) => !ON_REQUEST.has(name));
if (names.some((name) => !measures.has(name))) {
  console.error(`Unknown measurement in --only=${flags.only}. Known: ${[...measures.keys()].join(", ")}`);
  process.exit(2);
}

const seed = Number(flags.seed);
if (!Number.isSafeInteger(seed)) {
  console.error(`--seed must be a whole number, not ${flags.seed}`);
  process.exit(2);
}

if (flags.short) limitTotalWait(SHORT_RUN_WAIT_MS);
let missed = 0;
for (const name of names) await print(simulations.get(name)?.());
const others = names.filter((name) => !simulations.has(name));
if (others.length > 0) await measureWithEngines(others);
if (flags.check && missed > 0) process.exitCode = 1;

async function measureWithEngines(wanted: readonly string[]) {
  await installWrk();
  const scratch = await makeScratch();
  const engines = await startEngines({ postgres: { shared_buffers: "2GB" } });
  try {
    const context = { postgres: engines.postgres, folder: scratch.folder, isShort: flags.short };
    for (const name of wanted) await print(measures.get(name)?.(context));
  } finally {
    await engines.stop();
    await scratch.remove();
  }
}

async function print(result: AsyncIterable<Line> | Promise<Line> | undefined) {
  for await (const line of linesOf(result)) {
    printLine(line, flags.json);
    if (line.ok === false) missed += 1;
  }
}

async function* linesOf(result: AsyncIterable<Line> | Promise<Line> | undefined): AsyncIterable<Line> {
  if (result instanceof Promise) yield await result;
  else if (result) yield* result;
}

type Slice = Omit<HttpSample, "uncertain">;

async function* comparePath(path: Path, context: BenchContext): AsyncIterable<Line> {
  const processes = Number(flags.processes ?? path.processes ?? 1);
  const sides = await path.prepare({ ...context, processes });
  for (const [key, bar] of Object.entries(path.bars)) {
    const clients = Number(key);
    const contenders = (length: number) => ({
      bare: async (): Promise<Slice> => {
        const before = postgresUs(context.postgres.pid);
        const { calls, perSecond } = await sides.bare(clients, length);
        const used = postgresUs(context.postgres.pid) - before;
        return { calls, perSecond, refused: 0, p50: 0, p99: 0, nodeUs: 0, postgresUs: used / calls };
      },
      service: (): Promise<Slice> => sides.service(clients, length),
    });
    await sideBySide(contenders(warmUpSeconds), 1);
    const { rounds, busy } = await sideBySide(contenders(seconds), reps);
    const total = (name: "calls" | "refused") => rounds.reduce((sum, { service }) => sum + service[name], 0);
    const refused = total("refused");
    const isOverloaded = refused > REFUSED_SHARE_MAX * (total("calls") + refused);
    const ratio = spreadOf(rounds, ({ service, bare }) => service.perSecond / bare.perSecond);
    yield {
      path: path.name,
      clients,
      processes,
      reps,
      ratio: ratio.median,
      ratioMin: ratio.min,
      ratioMax: ratio.max,
      p50: spreadOf(rounds, ({ service }) => service.p50).median,
      p99: spreadOf(rounds, ({ service }) => service.p99).median,
      bare: spreadOf(rounds, ({ bare }) => bare.perSecond).median,
      service: spreadOf(rounds, ({ service }) => service.perSecond).median,
      ...cpuOf(rounds),
      refused,
      ...(isOverloaded ? { overloaded: true } : {}),
      bar,
      ok: ratio.median >= bar && refused === 0,
      busy,
    };
  }
  await sides.finish();
}

/** CPU time of one call in microseconds. On a busy machine it is more reliable than the ratio, because the scheduler gives
 *  the 32 processes of the bare side more time than the few of the service. */
function cpuOf(rounds: readonly { service: Slice; bare: Slice }[]) {
  const median = (figure: (round: (typeof rounds)[number]) => number | undefined) =>
    spreadOf(rounds, (round) => figure(round) ?? Number.NaN).median;
  const bareUs = median(({ bare }) => bare.postgresUs);
  const [nodeUs, postgres] = [median(({ service }) => service.nodeUs), median(({ service }) => service.postgresUs)];
  return Number.isNaN(nodeUs)
    ? { bareUs }
    : { bareUs, nodeUs, postgresUs: postgres, cpuRatio: bareUs / (nodeUs + postgres) };
}
