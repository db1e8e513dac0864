import { invalidRange } from "./errors.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
export const RANGE_DAYS_MAX = 400;

/** Days in UTC, such as 2026-11-18. Both belong to the range. */
export type DayRange = { readonly from: string; readonly to: string };

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const parse = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** PostgreSQL writes the years before our era in another way. */
export const isDay = (text: string) =>
  /^[2-9]\d{3}-/.test(text) && !Number.isNaN(parse(text)) && toDay(parse(text)) === text;

function toMs(day: string, daysMax = RANGE_DAYS_MAX): number {
  if (!isDay(day)) throw invalidRange(daysMax);
  return parse(day);
}

/** The range that a caller asks for: the last 30 days, unless they say otherwise. */
export function readRange({ from, to }: Partial<DayRange>, now: number, daysMax = RANGE_DAYS_MAX): DayRange {
  const last = to === undefined ? toMs(toDay(now)) : toMs(to, daysMax);
  const first = from === undefined ? last - (DEFAULT_DAYS - 1) * DAY_MS : toMs(from, daysMax);
  if (first > last || last - first >= daysMax * DAY_MS) throw invalidRange(daysMax);
  return { from: toDay(first), to: toDay(last) };
}

/** So many days, the last of which is today. */
export const lastDays = (days: number, now: number): DayRange => ({
  from: toDay(now - (days - 1) * DAY_MS),
  to: toDay(now),
});

/** The range of the same length that ends the day before. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  const length = parse(to) - parse(from) + DAY_MS;
  return { from: toDay(parse(from) - length), to: toDay(parse(from) - DAY_MS) };
}

export const daysOf = ({ from, to }: DayRange): string[] =>
  Array.from({ length: (parse(to) - parse(from)) / DAY_MS + 1 }, (_, index) => toDay(parse(from) + index * DAY_MS));
