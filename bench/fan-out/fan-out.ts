import { LANES } from "../lanes.ts";
import type { BenchContext } from "../path.ts";
import type { Line } from "../report.ts";
import { sideBySide, spreadOf } from "../side-by-side.ts";
import { prepareFanOut } from "./prepare.ts";
import { runGraphileWorker, runJetStream, runPgBoss } from "./queues.ts";

const PEOPLE = { full: 200_000, short: 20_000 };
const MANY = 1_000_000;
const PER_JOB = 500;
const BARS = { libraries: 6, bare: 0.9, many: 0.8, walBytes: 350, peakMb: 100 };

/** Compares the service with queues, and with one bare statement of the version before. Each records one restock for all
 *  waiting people; none sends anything. `ratio` is to the faster library with one job a person. */
export async function* measureFanOut(context: BenchContext, { reps }: { reps: number }): AsyncIterable<Line> {
  const people = context.isShort ? PEOPLE.short : PEOPLE.full;
  const fan = await prepareFanOut(context, "fan_out", people);
  const contenders = {
    keepsake: fan.keepsake,
    bare: fan.bare,
    boss: () => runPgBoss(fan, 1),
    graphile: () => runGraphileWorker(fan, 1),
    bossRanges: () => runPgBoss(fan, PER_JOB),
    graphileRanges: () => runGraphileWorker(fan, PER_JOB),
    jetStream: () => runJetStream(fan, context.folder),
  };
  await sideBySide(contenders, 1);
  const { rounds, busy } = await sideBySide(contenders, reps);
  await fan.close();
  const perSecond = (name: keyof typeof contenders) => spreadOf(rounds, (round) => people / round[name].seconds).median;
  const ratio = spreadOf(
    rounds,
    ({ keepsake, boss, graphile }) => Math.min(boss.seconds, graphile.seconds) / keepsake.seconds,
  );
  const ofRanges = spreadOf(
    rounds,
    ({ keepsake, bossRanges, graphileRanges, jetStream }) =>
      Math.min(bossRanges.seconds, graphileRanges.seconds, jetStream.seconds) / keepsake.seconds,
  );
  const ofBare = spreadOf(rounds, ({ keepsake, bare }) => bare.seconds / keepsake.seconds);
  const walBytes = spreadOf(rounds, ({ keepsake }) => keepsake.walBytes).median;
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
    ofRanges: ofRanges.median,
    walBytes,
    bareWalBytes: spreadOf(rounds, ({ bare }) => bare.walBytes).median,
    nodeUs: spreadOf(rounds, ({ keepsake }) => keepsake.nodeUs).median,
    postgresUs: spreadOf(rounds, ({ keepsake }) => keepsake.postgresUs).median,
    bareUs: spreadOf(rounds, ({ bare }) => bare.postgresUs).median,
    service: perSecond("keepsake"),
    bare: perSecond("bare"),
    pgBoss: perSecond("boss"),
    graphileWorker: perSecond("graphile"),
    pgBossRanges: perSecond("bossRanges"),
    graphileWorkerRanges: perSecond("graphileRanges"),
    jetStreamRanges: perSecond("jetStream"),
    bar: BARS.libraries,
    barOfBare: BARS.bare,
    ok: ratio.median >= BARS.libraries && ofBare.median >= BARS.bare && walBytes <= BARS.walBytes,
    busy,
  };
}

/** Runs once with a million people, to show that the ratio to the bare statement holds and memory stays flat. */
export async function measureManyPeople(context: BenchContext): Promise<Line> {
  const fan = await prepareFanOut(context, "fan_out_many", MANY);
  const bare = await fan.bare();
  const keepsake = await fan.keepsake();
  await fan.close();
  const ofBare = bare.seconds / keepsake.seconds;
  return {
    path: "fan-out-many",
    people: MANY,
    clients: LANES,
    ofBare,
    service: MANY / keepsake.seconds,
    bare: MANY / bare.seconds,
    walBytes: keepsake.walBytes,
    peakMb: keepsake.peakMb,
    nodeUs: keepsake.nodeUs,
    postgresUs: keepsake.postgresUs,
    bareUs: bare.postgresUs,
    bar: BARS.many,
    ok: ofBare >= BARS.many && keepsake.peakMb <= BARS.peakMb,
  };
}
