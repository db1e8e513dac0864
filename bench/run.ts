// node bench/run.ts [--json] [--short] [--only=NAME] [--check]
// The service against the bare engine, side by side in one run. `growth` takes minutes and runs only when it is named;
// --check ends with 1 where a bar is missed.
import { parseArgs } from "node:util";
import { makeScratch } from "../engines/scratch.ts";
import { startEngines } from "../engines/start.ts";
import { measureGrowth } from "./growth.ts";
import type { Ground, Path } from "./path.ts";
import { generateRegid } from "./paths/generate-regid.ts";
import { type Line, printLine } from "./report.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";
import { measureIdleMemory, measureReady } from "./start-up.ts";
import { installWrk } from "./wrk.ts";

const PATHS: readonly Path[] = [generateRegid];
const ON_REQUEST = new Set(["growth"]);

const { values: flags } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const { reps, seconds, warmUpSeconds } = flags.short
  ? { reps: 3, seconds: 2, warmUpSeconds: 3 }
  : { reps: 5, seconds: 4, warmUpSeconds: 6 };

type Measure = (ground: Ground) => AsyncIterable<Line> | Promise<Line>;
const measures = new Map<string, Measure>([
  ...PATHS.map((path): [string, Measure] => [path.name, (ground) => hold(path, ground)]),
  ["ready", measureReady],
  ["idle-memory", measureIdleMemory],
  ["growth", (ground) => measureGrowth(ground, { reps: Math.max(5, reps), seconds })],
]);

const names = flags.only === undefined ? [...measures.keys()].filter((name) => !ON_REQUEST.has(name)) : [flags.only];
const wanted = names.map((name) => measures.get(name));
if (wanted.includes(undefined)) {
  console.error(`There is no ${flags.only}. There are: ${[...measures.keys()].join(", ")}`);
  process.exit(2);
}

await installWrk();
const scratch = await makeScratch();
const engines = await startEngines({ postgres: { shared_buffers: "2GB" } });
try {
  const ground = { postgres: engines.postgres, folder: scratch.folder, isShort: flags.short };
  let missed = 0;
  for (const measure of wanted) {
    for await (const line of linesOf(measure?.(ground))) {
      printLine(line, flags.json);
      if (line.ok === false) missed += 1;
    }
  }
  if (flags.check && missed > 0) process.exitCode = 1;
} finally {
  await engines.stop();
  await scratch.remove();
}

async function* linesOf(result: AsyncIterable<Line> | Promise<Line> | undefined): AsyncIterable<Line> {
  if (result instanceof Promise) yield await result;
  else if (result) yield* result;
}

async function* hold(path: Path, ground: Ground): AsyncIterable<Line> {
  const sides = await path.prepare(ground);
  for (const [key, bar] of Object.entries(path.bars)) {
    const clients = Number(key);
    const contenders = (length: number) => ({
      bare: async () => ({ perSecond: await sides.bare(clients, length), p50: 0, p99: 0 }),
      service: () => sides.service(clients, length),
    });
    await sideBySide(contenders(warmUpSeconds), 1);
    const { rounds, busy } = await sideBySide(contenders(seconds), reps);
    const ratio = spreadOf(rounds, ({ service, bare }) => service.perSecond / bare.perSecond);
    yield {
      path: path.name,
      clients,
      reps,
      ratio: ratio.median,
      ratioMin: ratio.min,
      ratioMax: ratio.max,
      p50: spreadOf(rounds, ({ service }) => service.p50).median,
      p99: spreadOf(rounds, ({ service }) => service.p99).median,
      bare: spreadOf(rounds, ({ bare }) => bare.perSecond).median,
      service: spreadOf(rounds, ({ service }) => service.perSecond).median,
      bar,
      ok: ratio.median >= bar,
      busy,
    };
  }
  await sides.finish();
}
