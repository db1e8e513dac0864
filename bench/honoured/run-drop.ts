import {
  type AlertPolicy,
  type Allowance,
  allowance,
  hasNextWave,
  unitsMaxOf,
} from "../../packages/service/src/features/alerts/plans/policy.ts";
import { READ_MAX } from "../../packages/service/src/features/alerts/selection/select-next.ts";
import { createAgenda } from "./agenda.ts";
import { DAY_SECONDS, type Drop } from "./draw-drop.ts";

/** A click is prompt when it comes this soon after the person's alert. */
const PROMPT_SECONDS = 600;
const NOBODY = -1;

export type Outcome = {
  readonly told: number;
  readonly prompt: Clicks;
  readonly all: Clicks;
  /** Units left after a day. */
  readonly unsold: number;
  /** When each unit was sold, in seconds after the restock, in order. */
  readonly soldAt: readonly number[];
};
/** Clicks, and how many of them found the product in stock. */
type Clicks = { readonly count: number; readonly honoured: number };

/** Simulates the day after a restock. The functions that decide the service's waves decide these, too. */
export function runDrop(drop: Drop, policy: AlertPolicy): Outcome {
  const { units, people, wants, bounces, clicksAfter, buys, declines, walkIns } = drop;
  const { offer } = policy;
  const waitSeconds = offer ? 0 : policy.waitSeconds;
  const unitsMax = unitsMaxOf(policy);
  const agenda = createAgenda<"walk-in" | "click" | "report" | "wave" | "sent" | "offer-end">();
  const toldAt = new Float64Array(people);
  const reservedFor = new Uint16Array(people);
  const bought = new Uint16Array(people);
  const soldAt: number[] = [];
  const prompt = { count: 0, honoured: 0 };
  const all = { count: 0, honoured: 0 };

  let stock = units;
  let stockReported = units;
  let unitsSelected = 0;
  let unitsReserved = 0;
  let told = 0;
  let waveAt = Number.POSITIVE_INFINITY;
  let lastWaveAt: number | undefined;
  let firstOfWave = 0;
  let sentAt = 0;

  function planWave(at: number) {
    if (at >= waveAt) return;
    waveAt = at;
    agenda.add(at, "wave", NOBODY);
  }

  /** As `runWave` of the service: counts the stock, selects people and plans the next wave. */
  function runWave(now: number) {
    waveAt = Number.POSITIVE_INFINITY;
    if (now < sentAt) return planWave(sentAt);
    if (stockReported <= 0) return;
    const isWaitOver = waitSeconds > 0 && lastWaveAt !== undefined && now >= lastWaveAt + waitSeconds;
    const counted = { quantity: stockReported, arrived: units };
    const allowed = allowance(policy, counted, { unitsSelected, isWaitOver, unitsReserved });
    const selected = allowed === "none" ? 0 : selectPeople(now, allowed);
    if (selected > 0) lastWaveAt = now;
    if (selected === READ_MAX) planWave(now);
    else if (hasNextWave(policy, allowed, selected)) planWave(now + waitSeconds);
  }

  /** Selects people while at least one unit is left, even when they want more. */
  function selectPeople(now: number, allowed: Allowance): number {
    const end = Math.min(people, told + Math.min(allowed.people ?? READ_MAX, READ_MAX));
    let unitsLeft = allowed.units ?? Number.POSITIVE_INFINITY;
    firstOfWave = told;
    for (; told < end && unitsLeft > 0; told += 1) {
      const wanted = unitsOf(told);
      if (offer) reserve(told, Math.min(wanted, unitsLeft));
      unitsLeft -= wanted;
      unitsSelected += wanted;
      sentAt = now + (told - firstOfWave) / drop.sentPerSecond;
      if (!bounces[told]) notify(told, sentAt);
    }
    if (told > firstOfWave) agenda.add(sentAt, "sent", NOBODY);
    return told - firstOfWave;
  }
  const unitsOf = (person: number) => Math.min(wants[person] ?? 1, unitsMax);

  function notify(person: number, at: number) {
    toldAt[person] = at;
    const clickAt = at + (clicksAfter[person] ?? Number.POSITIVE_INFINITY);
    if (clickAt < DAY_SECONDS) agenda.add(clickAt, "click", person);
    if (offer) agenda.add(at + 60 * offer.minutes, "offer-end", person);
  }

  /** The units of people whose address bounced go to the next in line at once. */
  function giveUnitsBack(now: number) {
    let returned = 0;
    for (let person = firstOfWave; person < told; person += 1) {
      if (!bounces[person]) continue;
      release(person);
      returned += unitsOf(person);
    }
    if (returned === 0 || (!offer && policy.audience !== "per-unit")) return;
    unitsSelected -= returned;
    planWave(now);
  }

  function reserve(person: number, count: number) {
    reservedFor[person] = count;
    unitsReserved += count;
  }
  function release(person: number): boolean {
    const count = reservedFor[person] ?? 0;
    reservedFor[person] = 0;
    unitsReserved -= count;
    return count > 0;
  }

  /** The shop sells to anyone: it does not know of reservations. */
  function sell(now: number, person: number, wanted: number) {
    const sold = Math.min(wanted, stock);
    stock -= sold;
    for (let unit = 0; unit < sold; unit += 1) soldAt.push(now);
    if (person !== NOBODY) bought[person] = sold;
    agenda.add(now + drop.reportSeconds, "report", person);
  }

  function click(now: number, person: number) {
    const isPrompt = now - (toldAt[person] ?? 0) <= PROMPT_SECONDS;
    for (const clicks of isPrompt ? [prompt, all] : [all]) {
      clicks.count += 1;
      if (stock > 0) clicks.honoured += 1;
    }
    if (stock > 0 && buys[person]) sell(now, person, wants[person] ?? 1);
    if (declines[person] && release(person)) planWave(now);
  }

  function report(now: number, person: number) {
    stockReported -= person === NOBODY ? 1 : (bought[person] ?? 0);
    if (person !== NOBODY && release(person)) planWave(now);
  }

  for (const at of walkIns) agenda.add(at, "walk-in", NOBODY);
  planWave(0);
  for (let entry = agenda.next(); entry && entry.at < DAY_SECONDS; entry = agenda.next()) {
    const { at, kind, person } = entry;
    if (kind === "click") click(at, person);
    else if (kind === "report") report(at, person);
    else if (kind === "sent") giveUnitsBack(at);
    else if (kind === "wave" && at === waveAt) runWave(at);
    else if (kind === "walk-in" && stock > 0) sell(at, NOBODY, 1);
    else if (kind === "offer-end" && release(person)) planWave(at);
  }
  return { told, prompt, all, unsold: stock, soldAt };
}
