import { Type } from "typebox";
import { rowsQuery } from "../../../platform/http/send-rows.ts";
import { nullable, refTo } from "../../../platform/http/wire.ts";
import { PlanOut, planRecord } from "../../alerts/plans/wire.ts";
import { marketIn } from "../../catalog/variants/wire.ts";
import type { TopicName } from "../../subscriptions/topics.ts";
import { TopicIn } from "../../subscriptions/wire.ts";
import { TOPICS_MAX } from "../sql.ts";
import {
  AsOf,
  countsOut,
  DayOut,
  Instant,
  MoneyOut,
  marketColumn,
  rangeIn,
  variantColumns,
  variantIn,
  variantOut,
  variantRecord,
} from "../wire.ts";
import type { Demand } from "./describe-demand.ts";
import type { VariantDemand } from "./show-variant.ts";

export const DEFAULT_TOPIC: TopicName = "backinstock";

export const DemandIn = Type.Object({
  ...rowsQuery,
  topic: Type.Optional(TopicIn),
  sort: Type.Optional(
    Type.Union([Type.Literal("people"), Type.Literal("units"), Type.Literal("value"), Type.Literal("saves")], {
      description: "The largest comes first; people by default",
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{3}$",
      examples: ["EUR"],
      description:
        "For the order by value: only variants with a price in this currency. By default the one of most units",
    }),
  ),
  stock: Type.Optional(
    Type.Union([Type.Literal("in"), Type.Literal("out")], {
      description: "Only variants in stock, or out of stock. A page may then be short and still have a next one",
    }),
  ),
});
export const VariantIn = Type.Object({ epi: variantIn, ...marketIn, topic: Type.Optional(TopicIn), ...rangeIn });

const lineOut = {
  people: Type.Integer({ description: "People in line" }),
  units: Type.Integer({ description: "Units that they want" }),
  price: nullable(Type.String({ description: "The catalogue's price" })),
  currency: nullable(Type.String()),
  value: nullable(Type.String({ description: "These units at that price" })),
};
export const DemandOut = Type.Object({
  ...variantOut,
  topic: Type.String(),
  ...lineOut,
  lists: Type.Integer({ description: "On how many lists it is" }),
  oldest: nullable(Instant),
  stock: nullable(Type.Integer({ description: "Units in stock, as last reported" })),
  inStock: Type.Boolean(),
  trend: Type.Array(Type.Integer(), { description: "Sign-ups of each day, the oldest first" }),
});
export const trendOut = { trend: Type.Object({ from: DayOut, to: DayOut }, { description: "The days of each trend" }) };

export const VariantDemandOut = Type.Object({
  asOf: AsOf,
  variant: DemandOut,
  lines: Type.Array(Type.Object({ topic: Type.String(), ...lineOut }), {
    description: `By topic: the ${TOPICS_MAX} with most people`,
  }),
  days: Type.Array(Type.Object({ day: DayOut, ...countsOut, revenue: Type.Array(MoneyOut) })),
  priceTargets: Type.Array(
    Type.Object({
      currency: Type.String(),
      points: Type.Array(
        Type.Object({
          price: Type.String(),
          people: Type.Integer({ description: "Who would hear of a drop to this price" }),
          units: Type.Integer(),
        }),
      ),
    }),
    { description: "The demand at lower prices, from the people who wait for a price drop" },
  ),
  plans: Type.Array(refTo(PlanOut), { description: "The last 20 restocks and other alerts, the newest first" }),
});

export const demandRecord = (demand: Demand) => ({
  ...variantRecord(demand.variant),
  topic: demand.topic,
  people: demand.people,
  units: demand.units,
  price: demand.price,
  currency: demand.currency,
  value: demand.value,
  lists: demand.lists,
  oldest: demand.oldest?.toISOString() ?? null,
  stock: demand.variant.product?.stock ?? null,
  inStock: demand.isInStock,
  trend: demand.trend,
});

export const DEMAND_COLUMNS = {
  ...variantColumns,
  topic: ({ topic }: Demand) => topic,
  people: ({ people }: Demand) => people,
  units: ({ units }: Demand) => units,
  price: ({ price }: Demand) => price,
  currency: ({ currency }: Demand) => currency,
  value: ({ value }: Demand) => value,
  lists: ({ lists }: Demand) => lists,
  oldest: ({ oldest }: Demand) => oldest,
  stock: ({ variant }: Demand) => variant.product?.stock,
  inStock: ({ isInStock }: Demand) => isInStock,
  ...marketColumn,
};

export const variantDemandRecord = ({ demand, lines, days, priceTargets, plans }: VariantDemand) => ({
  variant: demandRecord(demand),
  lines: lines.map(({ topic, people, units, price, currency, value }) => ({
    topic,
    people,
    units,
    price,
    currency: currency || null,
    value,
  })),
  days,
  priceTargets,
  plans: plans.map(planRecord),
});
