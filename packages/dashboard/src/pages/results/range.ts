const DAY_MS = 86_400_000;

/** Days in UTC, as the figures are. Both belong to the range. */
export type Range = { readonly from: string; readonly to: string };

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** So many days that end today. */
export const lastDays = (days: number, now = Date.now()): Range => ({
  from: toDay(now - (days - 1) * DAY_MS),
  to: toDay(now),
});

/** As many days, which end before those of `lastDays`. */
export const daysBefore = (days: number, now = Date.now()): Range => lastDays(days, now - days * DAY_MS);

export const daysOf = ({ from, to }: Range): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, day) =>
    toDay(Date.parse(from) + day * DAY_MS),
  );
