import { type Rules, wayOf } from "./policy-rules.ts";

/** What may happen after a restock: an estimate for the merchant, from what the rehearsal says of the first wave. */
export type ExpectedWave = {
  readonly afterSeconds: number;
  readonly people: number;
  /** Units that are left before it. */
  readonly units: number;
};

const WAVES_MAX = 200;

/** The waves of a restock if this share of the people who hear buy before the next wave. */
export function expectWaves(
  rules: Rules,
  { units, told, waiting }: { readonly units: number; readonly told: number; readonly waiting: number },
  buyShare: number,
): readonly ExpectedWave[] {
  if (told === 0) return [];
  const way = wayOf(rules);
  const perUnit = way === "per-unit" ? rules.perUnit : 1;
  const pause = way === "offers" ? rules.offerMinutes * 60 : rules.waitSeconds;
  // People want more than one unit each if fewer of them heard than there are units for.
  const unitsEach = way === "per-unit" || way === "offers" ? Math.max(1, (units * perUnit) / told) : 1;
  const isShort = told < waiting;
  const waves: ExpectedWave[] = [{ afterSeconds: 0, people: told, units }];
  const continues = way !== "all" && isShort && (way === "waves" || pause > 0);
  let [heard, left] = [told, Math.max(0, units - sold(told, unitsEach, buyShare))];
  while (continues && left >= 1 && heard < waiting && waves.length < WAVES_MAX) {
    const shared = Math.floor((perUnit * Math.floor(left)) / unitsEach);
    const people = Math.min(waiting - heard, way === "waves" ? rules.waveSize : Math.max(1, shared));
    waves.push({ afterSeconds: waves.length * pause, people, units: Math.floor(left) });
    heard += people;
    left = Math.max(0, left - sold(people, unitsEach, buyShare));
  }
  return waves;
}

const sold = (people: number, unitsEach: number, buyShare: number) => people * unitsEach * buyShare;
