import type { DayRange } from "../../insights/range.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Reports are sent in the morning of Europe, in UTC as the days of the figures. */
const SENT_AT_HOUR = 5;
const MONDAY = 1;
const WEEK_DAYS = 7;

/** When the next daily report is due: the next time that it is five o'clock. */
export function nextDaily(now: number): Date {
  const today = Math.floor(now / DAY_MS) * DAY_MS + SENT_AT_HOUR * HOUR_MS;
  return new Date(today > now ? today : today + DAY_MS);
}

/** When the next weekly report is due: on a Monday. */
export function nextWeekly(now: number): Date {
  let next = nextDaily(now);
  while (next.getUTCDay() !== MONDAY) next = new Date(next.getTime() + DAY_MS);
  return next;
}

const dayBefore = (now: number, days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);

/** The day before. */
export const dailyRange = (now: number): DayRange => ({ from: dayBefore(now, 1), to: dayBefore(now, 1) });

/** The last whole week, from Monday to Sunday. */
export function weeklyRange(now: number): DayRange {
  const sinceSunday = new Date(now).getUTCDay() || WEEK_DAYS;
  return { from: dayBefore(now, sinceSunday + WEEK_DAYS - 1), to: dayBefore(now, sinceSunday) };
}
