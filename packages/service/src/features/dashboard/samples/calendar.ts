import type { Draw } from "./draw.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export type Year = {
  /** Midnight in UTC. Nothing happens at `end` or later. */
  readonly start: number;
  readonly end: number;
};

export const startOfDay = (at: number) => at - (at % DAY_MS);
export const isoOf = (at: number) => new Date(at).toISOString();

const dayOfYear = (at: number) => (at - Date.UTC(new Date(at).getUTCFullYear(), 0, 1)) / DAY_MS;
const peak = (day: number, top: number, width: number) => Math.exp(-(((day - top) / width) ** 2));

/** More people come on weekends, in the last week of November and before Christmas, and fewer in summer. */
function livelinessOf(at: number): number {
  const day = dayOfYear(at);
  const season =
    1 + 0.2 * Math.cos((2 * Math.PI * (day - 350)) / 365) + 0.9 * peak(day, 331, 6) + 0.4 * peak(day, 347, 8);
  const weekday = new Date(at).getUTCDay();
  return season * (weekday === 0 || weekday === 6 ? 1.4 : 0.9);
}

/** The shop has twice as many visitors at the end of its year as at the beginning. */
export const visitsOn = (at: number, { start, end }: Year) =>
  livelinessOf(at) * (0.65 + (0.65 * (at - start)) / (end - start));

const VISITS_BY_HOUR = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 13, 14, 12, 10, 10, 11, 13, 16, 19, 20, 17, 11, 5];

/** Makes a function that draws a moment of a day. */
export function timesOfDay(draw: Draw): (day: number) => number {
  const hour = draw.byWeight(VISITS_BY_HOUR);
  return (day) => Math.floor(startOfDay(day) + hour() * HOUR_MS + draw.next() * HOUR_MS);
}

/** When goods are booked in: in the morning of that day, or of the Friday before a weekend. */
export function bookedIn(at: number, draw: Draw): number {
  const day = startOfDay(at);
  const weekday = new Date(day).getUTCDay();
  const daysBack = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  return Math.floor(day - daysBack * DAY_MS + draw.between(8.5, 11.5) * HOUR_MS);
}
