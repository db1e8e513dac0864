import { COVERAGE } from "../../packages/service/src/features/insights/advice/predict-sales.ts";
import type { Line } from "../report.ts";
import { drawHistory, drawStoreHistory, type History } from "./draw-history.ts";
import {
  advised,
  allAlike,
  atFaceValue,
  COVERAGE_BAR,
  COVERAGE_BAR_OTHERS,
  findAll,
  isCovered,
  type Method,
  measureCoverage,
  naive,
} from "./measure-coverage.ts";

const HISTORIES = 1_000;
/** An interval of so few whole numbers can seldom hold exactly 90 %. */
const FEW = { low: 1, high: 9 };

/** What the advice is tried on. The last one breaks its assumption about the differences between restocks. */
const SETS: Readonly<Record<string, (seed: number, number: number) => History>> = {
  "own restocks": drawHistory,
  "store's restocks": drawStoreHistory,
  "few people": (seed, number) => drawHistory(seed, number, "beta", FEW),
  "other differences": (seed, number) => drawHistory(seed, number, "logit-normal"),
};
/** What one might do instead, to show that the measure tells a wrong interval from a right one. */
const CONTROLS: readonly { readonly set: string; readonly name: string; readonly method: Method }[] = [
  { set: "own restocks", name: "one share, no differences", method: naive },
  { set: "own restocks", name: "sold out = all that was wanted", method: atFaceValue },
  { set: "store's restocks", name: "one share, no differences", method: naive },
  { set: "store's restocks", name: "all variants alike", method: allAlike },
];

/** Measures in simulated histories, whose conversion is known, how often the interval of the advice holds what is sold. */
export async function* measureAdvice({ seed, isShort }: { seed: number; isShort: boolean }): AsyncIterable<Line> {
  const histories = isShort ? HISTORIES / 5 : HISTORIES;
  for (const [name, draw] of Object.entries(SETS)) {
    const drawn = Array.from({ length: histories }, (_, number) => draw(seed, number));
    const strata = measureCoverage(drawn, advised);
    for (const stratum of strata.toSorted((a, b) => a.name.localeCompare(b.name))) {
      if (stratum.name !== "all") yield { path: "advice", ...stratum, set: name };
    }
    const upTo = name === "own restocks" ? COVERAGE_BAR : COVERAGE_BAR_OTHERS;
    const { answered, covered, conversionCovered, width } = findAll(strata);
    yield {
      path: "advice",
      name: "all",
      histories,
      answered,
      covered,
      conversionCovered,
      width,
      set: name,
      stated: COVERAGE,
      bar: upTo,
      // A fifth of the histories is too few for the bar: it only informs.
      ...(isShort ? {} : { ok: isCovered(covered, upTo) && isCovered(conversionCovered, upTo) }),
    };
    for (const control of CONTROLS.filter(({ set }) => set === name)) {
      const wrong = findAll(measureCoverage(drawn, control.method));
      yield { path: "advice", ...wrong, set: name, control: control.name };
    }
  }
}
