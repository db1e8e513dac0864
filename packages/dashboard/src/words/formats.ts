import { useMemo } from "react";
import { type Language, useLanguage } from "./words.ts";

type Amount = { readonly currency: string; readonly amount: string };

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How numbers, money and times are written in a language. Days are those of the store's figures, which are in UTC. */
export function createFormats(language: Language) {
  const numbers = new Intl.NumberFormat(language);
  const shortNumbers = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const shortDays = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const clocks = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const lists = new Intl.ListFormat(language, { type: "conjunction" });
  const choices = new Intl.ListFormat(language, { type: "disjunction" });
  const units = (unit: "second" | "minute" | "hour" | "day") =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  const seconds = { second: units("second"), minute: units("minute"), hour: units("hour"), day: units("day") };
  return {
    number: (value: number) => numbers.format(value),
    shortNumber: (value: number) => shortNumbers.format(value),
    percent: (share: number) => percents.format(share),
    money: ({ currency, amount }: Amount) =>
      new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(amount)),
    /** Amounts of several currencies stand beside each other; they are never added. */
    moneys: (amounts: readonly Amount[]) =>
      lists.format(
        amounts.map(({ currency, amount }) =>
          new Intl.NumberFormat(language, { style: "currency", currency, maximumFractionDigits: 0 }).format(
            Number(amount),
          ),
        ),
      ),
    /** For `2026-11-19` and for a moment. */
    day: (text: string) => days.format(new Date(text)),
    shortDay: (text: string) => shortDays.format(new Date(text)),
    time: (at: string | number) => times.format(new Date(at)),
    clock: (at: string | number) => clocks.format(new Date(at)),
    ago: (at: string | number, now = Date.now()) => {
      const passed = Math.round((now - new Date(at).getTime()) / 1000);
      const [unit, length] = UNITS.find(([, size]) => Math.abs(passed) >= size) ?? (["second", 1] as const);
      return relative.format(-Math.round(passed / length), unit);
    },
    duration: (total: number) => {
      const [unit, length] =
        UNITS.find(([, size]) => total >= size && total % size === 0) ??
        UNITS.find(([, size]) => total >= size * 2) ??
        (["second", 1] as const);
      return seconds[unit].format(Math.round(total / length));
    },
    list: (texts: readonly string[]) => lists.format(texts),
    /** “one, two or three” */
    anyOf: (texts: readonly string[]) => choices.format(texts),
  };
}
export type Formats = ReturnType<typeof createFormats>;

export function useFormats(): Formats {
  const language = useLanguage();
  return useMemo(() => createFormats(language), [language]);
}
