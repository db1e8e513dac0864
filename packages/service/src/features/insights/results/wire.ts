import { type Static, Type } from "typebox";
import { rowsQuery } from "../../../platform/http/send-rows.ts";
import { isGiven } from "../../../platform/http/wire.ts";
import { marketIn, readVariantName } from "../../catalog/variants/wire.ts";
import { TopicIn } from "../../subscriptions/wire.ts";
import type { Money } from "../money.ts";
import {
  DayOut,
  MoneyOut,
  marketColumn,
  rangeIn,
  variantColumns,
  variantIn,
  variantOut,
  variantRecord,
} from "../wire.ts";
import type { VariantWithResults } from "./list-results.ts";
import type { DayResult } from "./sql.ts";

/** An answer by variant adds up the rows of all days. */
export const VARIANT_RANGE_DAYS_MAX = 92;

const currency = Type.String({ pattern: "^[A-Z]{3}$", examples: ["EUR"] });

export const ResultsIn = Type.Object({
  ...rowsQuery,
  ...rangeIn,
  topic: Type.Optional(TopicIn),
  epi: Type.Optional(variantIn),
  ...marketIn,
});
export const VariantResultsIn = Type.Object({
  ...rowsQuery,
  ...rangeIn,
  topic: Type.Optional(TopicIn),
  sort: Type.Optional(
    Type.Union(
      [
        Type.Literal("revenue"),
        Type.Literal("notified"),
        Type.Literal("clicked"),
        Type.Literal("bought"),
        Type.Literal("units"),
      ],
      { description: "The largest comes first; revenue by default, or notified while there is none" },
    ),
  ),
  currency: Type.Optional({
    ...currency,
    description: "For the order by revenue. By default the one of most units",
  }),
});

export const readVariantFilter = ({ epi, market }: Static<typeof ResultsIn>) =>
  isGiven(epi) ? readVariantName({ epi, market }) : null;

const resultsOut = {
  notified: Type.Integer({ description: "Alerts that were sent" }),
  clicked: Type.Integer({ description: "People who followed the link of an alert" }),
  bought: Type.Integer({ description: "Sign-ups that ended with a purchase" }),
  units: Type.Integer({ description: "Units of orders that an alert or a saved item led to" }),
  revenue: Type.Array(MoneyOut, { description: "Of these orders, by currency" }),
};
export const DayResultOut = Type.Object({
  day: DayOut,
  topic: Type.String({ description: "Empty for orders that a saved item led to" }),
  ...resultsOut,
});
export const VariantResultOut = Type.Object({ ...variantOut, ...resultsOut });

export const dayResultRecord = (result: DayResult) => result;
export const variantResultRecord = ({ variant, ...results }: VariantWithResults) => ({
  ...variantRecord(variant),
  ...results,
});

type Counted = Pick<DayResult, "notified" | "clicked" | "bought" | "units"> & { readonly revenue: readonly Money[] };
const countColumns = {
  notified: ({ notified }: Counted) => notified,
  clicked: ({ clicked }: Counted) => clicked,
  bought: ({ bought }: Counted) => bought,
  units: ({ units }: Counted) => units,
  revenue: ({ revenue }: Counted) => revenue.map(({ currency: code, amount }) => `${amount} ${code}`).join("; "),
};
export const DAY_COLUMNS = {
  day: ({ day }: DayResult) => day,
  topic: ({ topic }: DayResult) => topic,
  ...countColumns,
};
export const VARIANT_COLUMNS = { ...variantColumns, ...countColumns, ...marketColumn };
