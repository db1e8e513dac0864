import { type Advice, type Basis, RESTOCKS_MIN } from "./advise.ts";
import type { Source } from "./find-facts.ts";
import { COVERAGE, type Prediction } from "./predict-sales.ts";

const shown = (number: number) => number.toLocaleString("en");
const count = (number: number, one: string, many: string) => `${shown(number)} ${number === 1 ? one : many}`;
const restocks = (number: number) => count(number, "restock", "restocks");
const people = (number: number) => count(number, "person", "people");
const units = (number: number) => count(number, "unit", "units");

const HOW_TO_REPORT = "Report orders with orders/report, or purchases with alerts/bought";

/** The advice in sentences: the figure, how sure it is, and what it is based on. */
export function inWords({ facts, prediction, ...advice }: Advice): string {
  if (!prediction) return whyNot(advice.basis, facts.source, facts.windowDays);
  const sentences = [
    expectation(advice, prediction, facts.windowDays),
    basedOn(advice.basis, facts.source),
    ...(advice.basis.cutShort > 0
      ? [
          `${shown(advice.basis.cutShort)} of these sold out before everybody had the time to buy: more people might have bought then, which the advice takes into account.`,
        ]
      : []),
    ...(facts.source === "stock"
      ? [
          `No purchases are reported, so every unit that left the stock counts, also those that other customers bought: the figure is probably too high. ${HOW_TO_REPORT}.`,
        ]
      : []),
  ];
  return sentences.join(" ");
}

function expectation(line: Pick<Advice, "people" | "units">, { units: sold }: Prediction, windowDays: number): string {
  if (line.people === 0) return "Nobody waits for this variant.";
  const waiting = `Of ${units(line.units)} that ${people(line.people)} in line ${line.people === 1 ? "wants" : "want"}`;
  const days = windowDays === 1 ? "a day" : `${windowDays} days`;
  const range =
    sold.low === sold.high ? shown(sold.low) : `${shown(Math.floor(sold.low))} to ${shown(Math.ceil(sold.high))}`;
  return `${waiting}, they will buy about ${shown(Math.round(sold.expected))} within ${days} of their alerts; in ${COVERAGE * 10} of 10 cases it is ${range}.`;
}

function basedOn({ own, others, notified, bought }: Basis, source: Source): string {
  const from = `Based on ${restocks(own)} of this variant and ${others} of the store's other variants`;
  return source === "reports"
    ? `${from}, after which ${shown(bought)} of ${people(notified)} who were notified bought.`
    : `${from}, with ${people(notified)} who were notified.`;
}

function whyNot({ own, others, cutShort }: Basis, source: Source, windowDays: number): string {
  const days = windowDays === 1 ? "a day" : `${windowDays} days`;
  const whole = own + others - cutShort;
  if (whole < RESTOCKS_MIN || whole < cutShort) {
    const needed = `the advice needs ${RESTOCKS_MIN} restocks of the store whose alerts are older than ${days}`;
    const found =
      cutShort > 0
        ? `, whose units lasted until everybody had the time to buy, and at least half of all restocks must have lasted so long. ${shown(cutShort)} of ${restocks(own + others)} sold out earlier.`
        : `, and there ${own + others === 1 ? "is" : "are"} ${own + others}.`;
    const how = source === "stock" ? ` ${HOW_TO_REPORT}, so that it is known who buys.` : "";
    return `Not enough history yet: ${needed}${found}${how}`;
  }
  return `Not enough history yet: nothing is known of purchases after the last ${restocks(own + others)}. ${HOW_TO_REPORT}.`;
}
