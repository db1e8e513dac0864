import { type Static, Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import type { VariantName } from "../../catalog/variants/variant-name.ts";
import { marketIn, marketOut, marketRecord } from "../../catalog/variants/wire.ts";
import { variantIn } from "../wire.ts";
import type { Advice } from "./advise.ts";
import { inWords } from "./in-words.ts";
import { COVERAGE } from "./predict-sales.ts";

const DEFAULT_NEXT = 10;

export const AdviceIn = Type.Object({
  epi: variantIn,
  ...marketIn,
  units: Type.Optional(
    Type.String({
      pattern: "^[1-9]\\d{0,5}$",
      examples: ["12"],
      description: `The number of units that \`next\` is about; ${DEFAULT_NEXT} by default`,
    }),
  ),
});
export const readNextUnits = ({ units }: Static<typeof AdviceIn>) => (units ? Number(units) : DEFAULT_NEXT);

const count = (description: string) => Type.Integer({ description });
const share = (description: string) => Type.Number({ description });

export const AdviceOut = Type.Object({
  epi: Type.String({ description: "Variant id" }),
  ...marketOut,
  because: Type.String({ description: "The advice in words: how many, how sure, and based on what" }),
  waiting: Type.Object({
    people: count("People in line"),
    units: count("Units that they want; a person counts for `alerts.unitsMax` units at most"),
  }),
  units: nullable(
    count("Units to order for the people in line: what they will buy on average. Null without enough history"),
  ),
  interval: nullable(
    Type.Object(
      { low: Type.Integer(), high: Type.Integer(), coverage: share("How often what they buy is in the interval") },
      { description: "How sure `units` is" },
    ),
  ),
  conversion: nullable(
    Type.Object(
      { mean: Type.Number(), low: Type.Number(), high: Type.Number() },
      { description: "The share of notified people who buy this variant on average, from 0 to 1, and its interval" },
    ),
  ),
  next: nullable(
    Type.Object({
      units: count("If this many units came"),
      expected: Type.Number({ description: "How many of them those who wait would buy on average" }),
      chanceOfAll: share("How likely it is that they buy all, from 0 to 1"),
    }),
  ),
  basedOn: Type.Object({
    restocks: count("Past restocks of the variant"),
    restocksOfOthers: count("Past restocks of the store's other variants"),
    notified: count("People who were notified of these"),
    bought: count("How many of them bought"),
    soldOut: count("How many of these restocks sold out before those who were notified had the time to buy"),
    purchases: Type.Union([Type.Literal("reports"), Type.Literal("stock")], {
      description:
        "Where purchases are known from: reports of the shop, or only its stock, which shows the purchases of everybody",
    }),
    windowDays: count("How many days after the alert a purchase still counts"),
  }),
});

const to = (digits: number, value: number) => Number(value.toFixed(digits));

export function adviceRecord(variant: VariantName, advice: Advice): Static<typeof AdviceOut> {
  const { facts, basis, prediction, people, units } = advice;
  return {
    epi: variant.platformId,
    ...marketRecord(variant),
    because: inWords(advice),
    waiting: { people, units },
    units: prediction ? Math.round(prediction.units.expected) : null,
    interval: prediction
      ? { low: Math.floor(prediction.units.low), high: Math.ceil(prediction.units.high), coverage: COVERAGE }
      : null,
    conversion: prediction
      ? {
          mean: to(4, prediction.conversion.mean),
          low: to(4, prediction.conversion.low),
          high: to(4, prediction.conversion.high),
        }
      : null,
    next: prediction
      ? {
          units: prediction.next.units,
          expected: to(1, prediction.next.expected),
          chanceOfAll: to(2, prediction.next.chanceOfAll),
        }
      : null,
    basedOn: {
      restocks: basis.own,
      restocksOfOthers: basis.others,
      notified: basis.notified,
      bought: basis.bought,
      soldOut: basis.cutShort,
      purchases: facts.source,
      windowDays: facts.windowDays,
    },
  };
}
