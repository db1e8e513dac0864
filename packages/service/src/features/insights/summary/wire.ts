import { Type } from "typebox";
import { TOPICS_MAX } from "../sql.ts";
import { AsOf, asOfRecord, countsOut, DayOut, MoneyOut, rangeIn } from "../wire.ts";
import type { Summary } from "./fetch-summary.ts";

export const SummaryIn = Type.Object(rangeIn);

const RangeOut = Type.Object({
  from: DayOut,
  to: DayOut,
  ...countsOut,
  revenue: Type.Array(MoneyOut, { description: "Of those orders, by currency" }),
});

export const SummaryOut = Type.Object({
  asOf: AsOf,
  waiting: Type.Array(
    Type.Object({
      topic: Type.String(),
      people: Type.Integer({ description: "Sign-ups in line. A person who waits for two variants counts twice" }),
      units: Type.Integer({ description: "Units that they want" }),
      value: Type.Array(MoneyOut, { description: "These units at the catalogue's prices" }),
    }),
    { description: `Who waits now: the ${TOPICS_MAX} topics with most people` },
  ),
  range: RangeOut,
  before: RangeOut,
});

const rangeRecord = ({ from, to, counts }: Summary["range"]) => ({ from, to, ...counts });

export const summaryRecord = ({ asOf, waiting, range, before }: Summary) => ({
  asOf: asOfRecord(asOf),
  waiting,
  range: rangeRecord(range),
  before: rangeRecord(before),
});
