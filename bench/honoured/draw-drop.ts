import { createRandom, type Random } from "./random.ts";

export const DAY_SECONDS = 86_400;

type Range = { readonly low: number; readonly high: number };

/** What the simulation assumes about drops and shoppers. docs/restocks.md gives the reason for each figure. */
export const ASSUMPTIONS = {
  people: { median: 120, sigma: 1.8, low: 5, high: 100_000 },
  peoplePerUnit: { low: 1, high: 200 } as Range,
  unitsMax: 5_000,
  /** Shares of the people who are notified, and of those who click. Each drop has its own. */
  clickShare: { low: 0.2, high: 0.6 } as Range,
  buyShare: { low: 0.2, high: 0.6 } as Range,
  /** From the alert to the click. Each drop has its own median. */
  clickMinutes: { median: { low: 5, high: 60 } as Range, sigma: 1.8 },
  soldOutDays: { low: 3, high: 90 } as Range,
  interestHalvesAfterDays: 60,
  bounceShare: 0.02,
  /** Of those who click and do not buy: they press "No thanks" in an offer. */
  declineShare: 0.3,
  /** Shoppers without an alert who buy, for each person who signed up in the same time. */
  walkInsPerSignUp: { low: 0.1, high: 1 } as Range,
  /** The shares of people who want at least one unit, two, three, and four to ten. */
  wantAtLeast: [1, 0.1, 0.03, 0.01] as readonly number[],
  wantAtMost: 10,
  /** How long a sale takes to reach Keepsake, as a stock report and as `alerts/bought`. */
  reportSeconds: 30,
  /** Mails that the provider takes. */
  sentPerSecond: 100,
};
export type Assumptions = typeof ASSUMPTIONS;

/** One restock: the units that arrive, the people who wait, oldest sign-up first, and the shoppers who come by themselves.
 *  What a person will do is drawn once, so that every policy meets the same people. */
export type Drop = Pick<Assumptions, "reportSeconds" | "sentPerSecond"> & {
  readonly units: number;
  readonly people: number;
  readonly wants: Uint16Array;
  readonly bounces: Uint8Array;
  /** Seconds from the alert to the click; infinite for people who never click. */
  readonly clicksAfter: Float64Array;
  readonly buys: Uint8Array;
  readonly declines: Uint8Array;
  /** When shoppers without an alert come to buy one unit each, in seconds, in order. */
  readonly walkIns: Float64Array;
};

/** The same seed and number give the same drop. */
export function drawDrop(seed: number, number: number, assumed: Assumptions = ASSUMPTIONS): Drop {
  const random = createRandom(seed, number);
  const { median, sigma, low, high } = assumed.people;
  const people = Math.round(clamp(random.logNormal(median, sigma), low, high));
  const units = Math.round(clamp(people / random.logBetween(assumed.peoplePerUnit), 1, assumed.unitsMax));
  const soldOutDays = random.logBetween(assumed.soldOutDays);
  const walkInsPerDay = (people / soldOutDays) * random.logBetween(assumed.walkInsPerSignUp);
  const { reportSeconds, sentPerSecond } = assumed;
  return {
    units,
    people,
    ...drawPeople(random, { people, soldOutDays }, assumed),
    walkIns: drawWalkIns(random, walkInsPerDay),
    reportSeconds,
    sentPerSecond,
  };
}

function drawPeople(
  random: Random,
  { people, soldOutDays }: { readonly people: number; readonly soldOutDays: number },
  assumed: Assumptions,
) {
  const clickShare = random.between(assumed.clickShare);
  const clickMedian = 60 * random.logBetween(assumed.clickMinutes.median);
  const buyShare = random.between(assumed.buyShare);
  const wants = new Uint16Array(people);
  const bounces = new Uint8Array(people);
  const clicksAfter = new Float64Array(people);
  const buys = new Uint8Array(people);
  const declines = new Uint8Array(people);
  for (let person = 0; person < people; person += 1) {
    const ageDays = soldOutDays * (1 - person / people);
    const interest = 2 ** (-ageDays / assumed.interestHalvesAfterDays);
    wants[person] = drawWanted(random, assumed);
    bounces[person] = random.chance(assumed.bounceShare) ? 1 : 0;
    const clickSeconds = random.logNormal(clickMedian, assumed.clickMinutes.sigma);
    clicksAfter[person] = random.chance(clickShare * interest) ? clickSeconds : Number.POSITIVE_INFINITY;
    buys[person] = random.chance(buyShare) ? 1 : 0;
    declines[person] = !buys[person] && random.chance(assumed.declineShare) ? 1 : 0;
  }
  return { wants, bounces, clicksAfter, buys, declines };
}

function drawWanted(random: Random, { wantAtLeast, wantAtMost }: Assumptions): number {
  const draw = random.between({ low: 0, high: 1 });
  const wanted = wantAtLeast.filter((share) => draw < share).length;
  return wanted < wantAtLeast.length ? wanted : Math.round(random.between({ low: wanted, high: wantAtMost }));
}

function drawWalkIns(random: Random, perDay: number): Float64Array {
  const times = [];
  for (let at = random.exponential(DAY_SECONDS / perDay); at < DAY_SECONDS; ) {
    times.push(at);
    at += random.exponential(DAY_SECONDS / perDay);
  }
  return Float64Array.from(times);
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
