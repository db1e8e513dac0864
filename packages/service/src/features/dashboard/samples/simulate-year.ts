import type { PlanId } from "../../../platform/ids.ts";
import type { AlertPolicy } from "../../alerts/plans/policy.ts";
import { DAY_MS, type Year } from "./calendar.ts";
import { drawCycles, type SampleVariant, type Stay, type VariantYear } from "./cycles.ts";
import { createDraw, type Draw } from "./draw.ts";
import { drawPeople, type Person } from "./people.ts";
import { drawSales, type Sale, salePrice } from "./prices.ts";
import { type PlanPast, runPlan } from "./restocks.ts";
import { drawSaves, type Save } from "./saves.ts";
import { drawSignUps, drawWatchers, keepSignUp, type SignUp } from "./sign-ups.ts";

export type SimulatedYear = {
  readonly year: Year;
  readonly people: readonly Person[];
  readonly cycles: readonly VariantYear[];
  readonly sales: readonly Sale[];
  readonly signUps: readonly SignUp[];
  readonly saves: readonly Save[];
  readonly restocks: readonly {
    readonly variant: SampleVariant;
    readonly stay: Stay;
    readonly past: PlanPast | undefined;
  }[];
  readonly priceDrops: readonly PlanPast[];
  readonly draw: Draw;
};

export type YearOptions = {
  readonly seed: number;
  /** Midnight after the last day, in UTC. */
  readonly end: number;
  readonly shoppers: number;
  readonly variants: readonly SampleVariant[];
  readonly policies: Readonly<Record<SignUp["topic"], AlertPolicy>>;
  readonly takeId: () => string;
};

const DAYS = 365;
/** For each shopper. Some of the drawn moments come to nothing. */
const SIGN_UPS = 1.3;
const WATCHERS = 0.12;
const SAVES = 2.6;

/** Plays a year of a shop: the same seed, catalogue and end give the same figures. */
export function simulateYear({ seed, end, shoppers, variants, policies, takeId }: YearOptions): SimulatedYear {
  const draw = createDraw(seed);
  const year = { start: end - DAYS * DAY_MS, end };
  const people = drawPeople(shoppers, draw, takeId);
  const cast = { draw, year, people, takeId };
  const cycles = drawCycles(variants, draw, year);
  const sales = drawSales(variants, draw, year);
  const drawn = drawSignUps(cycles, Math.round(shoppers * SIGN_UPS), cast);
  const watchers = drawWatchers(cycles, Math.round(shoppers * WATCHERS), cast);
  const saves = drawSaves(cycles, Math.round(shoppers * SAVES), cast);
  const lines = Map.groupBy([...drawn, ...watchers], ({ variant, topic }) => `${variant.id} ${topic}`);
  const ofPeople = Map.groupBy([...drawn, ...watchers], ({ person }) => person);

  const restocks: SimulatedYear["restocks"][number][] = [];
  const priceDrops: PlanPast[] = [];
  for (const { at, cycle, stay, sale } of occasionsOf(cycles, sales)) {
    const { variant } = cycle;
    const topic = sale ? "pricedrop" : "backinstock";
    const line = lineAt(lines.get(`${variant.id} ${topic}`) ?? [], at, sale && salePrice(variant));
    const run = (more: Pick<Parameters<typeof runPlan>[1], "number" | "arrived" | "unitsToSell" | "isPaused">) =>
      line.length === 0
        ? undefined
        : runPlan(
            line,
            { ...more, planId: takeId() as PlanId, variant, topic, at, policy: policies[topic], end },
            draw,
          );
    if (stay) {
      const isPaused = stay.soldOutAt === undefined && at > end - 2 * DAY_MS && line.length > stay.arrived;
      const unitsToSell = stay.arrived - stay.left;
      const past = run({ number: stay.number, arrived: stay.arrived, unitsToSell, isPaused });
      restocks.push({ variant, stay, past });
      if (past) endOfBounced(past, ofPeople);
    } else if (sale) {
      const number =
        1 + 2 * sales.filter((one) => one.from < sale.from && one.productIds.has(variant.productId)).length;
      const past = run({ number, arrived: null, unitsToSell: 5, isPaused: false });
      if (past) {
        priceDrops.push(past);
        endOfBounced(past, ofPeople);
      }
    }
  }
  for (const signUp of [...drawn, ...watchers]) leaveBefore(signUp, end);
  const signUps = withoutTooMany([...drawn, ...watchers]).filter(keepSignUp);
  return { year, people, cycles, sales, signUps, saves, restocks, priceDrops, draw };
}

/** Restocks and the beginnings of sales, in the order of time. */
function occasionsOf(cycles: readonly VariantYear[], sales: readonly Sale[]) {
  const ofStock = cycles.flatMap((cycle) =>
    cycle.stays.map((stay) => ({ at: stay.restockedAt, cycle, stay, sale: undefined })),
  );
  const ofPrices = sales.flatMap((sale) =>
    cycles
      .filter(({ variant }) => sale.productIds.has(variant.productId))
      .map((cycle) => ({ at: sale.from, cycle, stay: undefined, sale })),
  );
  return [...ofStock, ...ofPrices].toSorted((one, other) => one.at - other.at);
}

/** Who waits at a moment, in the order of the line. Those who would have left by then are gone. */
function lineAt(signUps: readonly SignUp[], at: number, price: number | undefined): SignUp[] {
  const then = signUps.filter((one) => one.at < at);
  for (const one of then) leaveBefore(one, at);
  return then
    .filter(({ end, person, ...one }) => !end && !(person.bouncedAt !== undefined && person.bouncedAt <= one.at))
    .filter(({ target }) => price === undefined || target === null || target >= price)
    .toSorted((one, other) => one.at - other.at || Number(BigInt(one.id) - BigInt(other.id)));
}

function leaveBefore(signUp: SignUp, at: number): void {
  if (!signUp.end && signUp.leavesAt < at) signUp.end = { state: "unsubscribed", at: Math.floor(signUp.leavesAt) };
}

/** Whoever's address is refused waits for nothing any more. */
function endOfBounced({ deliveries }: PlanPast, ofPeople: ReadonlyMap<Person, readonly SignUp[]>): void {
  for (const { row, signUp, ms } of deliveries) {
    if (row.state !== "failed") continue;
    for (const other of ofPeople.get(signUp.person) ?? []) {
      if (other.at >= ms) continue;
      leaveBefore(other, ms);
      other.end ??= { state: "undeliverable", at: ms };
    }
  }
}

/** Leaves out those who wait at the end for a variant that may have only a few. */
function withoutTooMany(signUps: readonly SignUp[]): SignUp[] {
  const waiting = new Map<SampleVariant, number>();
  return signUps
    .toSorted((one, other) => one.at - other.at)
    .filter(({ variant, topic, end }) => {
      if (end || topic !== "backinstock" || variant.waitingMax === undefined) return true;
      const count = (waiting.get(variant) ?? 0) + 1;
      waiting.set(variant, count);
      return count <= variant.waitingMax;
    });
}
