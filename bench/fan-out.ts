import type { BenchContext } from "./path.ts";
import { LANES, prepareFanOut } from "./prepare-fan-out.ts";
import type { Line } from "./report.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";

const PEOPLE = { full: 200_000, short: 20_000 };
const MANY = 1_000_000;
const BARS = { libraries: 5, bare: 0.5 };

/** Compares the service with two queue libraries and with one bare statement. Each records one restock for all waiting
 *  people, with the same rows; none sends anything. */
export async function* measureFanOut(context: BenchContext, { reps }: { reps: number }): AsyncIterable<Line> {
  const people = context.isShort ? PEOPLE.short : PEOPLE.full;
  const fan = await prepareFanOut(context, "fan_out", people);
  const contenders = { keepsake: fan.keepsake, bare: fan.bare, boss: fan.boss, graphile: fan.graphile };
  await sideBySide(contenders, 1);
  const { rounds, busy } = await sideBySide(contenders, reps);
  await fan.close();
  const perSecond = (name: keyof typeof contenders) => spreadOf(rounds, (round) => people / round[name].seconds).median;
  const ratio = spreadOf(
    rounds,
    ({ keepsake, boss, graphile }) => Math.min(boss.seconds, graphile.seconds) / keepsake.seconds,
  );
  const ofBare = spreadOf(rounds, ({ keepsake, bare }) => bare.seconds / keepsake.seconds);
  yield {
    path: "fan-out",
    people,
    clients: LANES,
    reps,
    ratio: ratio.median,
    ratioMin: ratio.min,
    ratioMax: ratio.max,
    ofBare: ofBare.median,
    ofBareMin: ofBare.min,
    ofBareMax: ofBare.max,
    service: perSecond("keepsake"),
    bare: perSecond("bare"),
    pgBoss: perSecond("boss"),
    graphileWorker: perSecond("graphile"),
    bar: BARS.libraries,
    barOfBare: BARS.bare,
    ok: ratio.median >= BARS.libraries && ofBare.median >= BARS.bare,
    busy,
  };
  if (!context.isShort) yield await measureMany(context);
}

/** Runs once with a million people, to show that the ratio to the bare statement holds and memory stays flat. */
async function measureMany(context: BenchContext): Promise<Line> {
  const fan = await prepareFanOut(context, "fan_out_million", MANY);
  const bare = await fan.bare();
  const keepsake = await fan.keepsake();
  await fan.close();
  return {
    path: "fan-out",
    people: MANY,
    ofBare: bare.seconds / keepsake.seconds,
    service: MANY / keepsake.seconds,
    bare: MANY / bare.seconds,
    peakMb: keepsake.peakMb,
    bar: BARS.bare,
    ok: bare.seconds / keepsake.seconds >= BARS.bare,
  };
}
