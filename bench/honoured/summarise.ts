import type { NamedPolicy } from "./policies.ts";
import type { Outcome } from "./run-drop.ts";

/** The share of prompt clicks that must find the product in stock. */
export const HONOURED_BAR = 0.99;

export type Summary = {
  /** The share of prompt clicks that found the product in stock. */
  readonly honoured: number;
  /** The same share as the mean over drops, so that a small drop counts as much as a large one. */
  readonly perDrop: number;
  /** Two standard errors below it: drops of another seed hardly ever have a lower mean. */
  readonly perDropLow: number;
  /** The share of all clicks, also late ones, that found the product in stock. */
  readonly anyTime: number;
  /** People notified. */
  readonly told: number;
  /** Units left after a day. */
  readonly unsold: number;
  /** Those of them that would be sold if everyone was notified at once. */
  readonly missed: number;
  /** Median over drops: minutes until half, and all, of the units were sold that are sold within a day if everyone is
   *  notified at once. */
  readonly halfMinutes: number;
  readonly allMinutes: number;
};

/** `everyone` are the outcomes of the same drops when everyone is notified at once. */
export function summarise(outcomes: readonly Outcome[], everyone: readonly Outcome[]): Summary {
  const sum = (figure: (outcome: Outcome) => number, of = outcomes) =>
    of.reduce((total, outcome) => total + figure(outcome), 0);
  const shares = outcomes.flatMap(({ prompt }) => (prompt.count > 0 ? [prompt.honoured / prompt.count] : []));
  const perDrop = shares.reduce((total, share) => total + share, 0) / shares.length;
  const variance = shares.reduce((total, share) => total + (share - perDrop) ** 2, 0) / shares.length;
  const unsold = sum((outcome) => outcome.unsold);
  const minutesUntil = (part: number) =>
    median(
      outcomes.flatMap(({ soldAt }, drop) => {
        const sold = everyone[drop]?.soldAt.length ?? 0;
        return sold > 0 ? [(soldAt[Math.ceil(part * sold) - 1] ?? Number.POSITIVE_INFINITY) / 60] : [];
      }),
    );
  return {
    honoured: sum(({ prompt }) => prompt.honoured) / sum(({ prompt }) => prompt.count),
    perDrop,
    perDropLow: perDrop - 2 * Math.sqrt(variance / shares.length),
    anyTime: sum(({ all }) => all.honoured) / sum(({ all }) => all.count),
    told: sum(({ told }) => told),
    unsold,
    missed: unsold - sum((outcome) => outcome.unsold, everyone),
    halfMinutes: minutesUntil(0.5),
    allMinutes: minutesUntil(1),
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const isHonoured = ({ honoured, perDropLow }: Summary) => honoured >= HONOURED_BAR && perDropLow >= HONOURED_BAR;

/** The policy that keeps the promise and leaves the fewest units unsold. Offers do not take part: they reserve units that a
 *  shop sells to others unless it is built for them, so they cannot be the default. */
export function chooseBest<Result extends NamedPolicy & { readonly summary: Summary }>(
  results: readonly Result[],
): Result | undefined {
  return results
    .filter(({ policy, summary }) => !policy.offer && isHonoured(summary))
    .toSorted((a, b) => a.summary.unsold - b.summary.unsold || b.summary.perDrop - a.summary.perDrop)[0];
}
