import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readTopic } from "../../app/read-topic.ts";
import { shellRoute } from "../../app/shell-route.ts";

export const SORTS = ["people", "units", "value", "saves"] as const;
export type Sort = (typeof SORTS)[number];
export const STOCKS = ["out", "in"] as const;

/** The filters. What is absent is not filtered, and sorted by people. */
export type DemandSearch = { topic?: string; sort?: Sort; stock?: (typeof STOCKS)[number]; currency?: string };

/** `units`: how many units the question "what if so many came" is about. */
export type VariantSearch = { topic?: string; units?: number; market?: string };

const UNITS_MAX = 999_999;

/** A name of digits alone arrives as a number. */
function readMarket(market: unknown): { market?: string } {
  const text = typeof market === "string" || typeof market === "number" ? String(market) : "";
  return /^[a-z0-9-]{1,20}$/.test(text) ? { market: text } : {};
}

const getParentRoute = () => shellRoute;

const demand = createRoute({
  getParentRoute,
  path: "/demand",
  validateSearch: (given: Record<string, unknown>): DemandSearch => {
    const sort = SORTS.find((one) => one === given["sort"]);
    const stock = STOCKS.find((one) => one === given["stock"]);
    const { currency } = given;
    return {
      ...readTopic(given["topic"]),
      ...(sort ? { sort } : {}),
      ...(stock ? { stock } : {}),
      ...(typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    };
  },
  component: lazyRouteComponent(() => import("./demand-page.tsx"), "DemandPage"),
});

const variant = createRoute({
  getParentRoute,
  path: "/demand/$variant",
  validateSearch: ({ topic, units, market }: Record<string, unknown>): VariantSearch => ({
    ...readTopic(topic),
    ...readMarket(market),
    ...(Number.isInteger(units) && Number(units) > 0 && Number(units) <= UNITS_MAX ? { units: Number(units) } : {}),
  }),
  component: lazyRouteComponent(() => import("./variant-page.tsx"), "VariantPage"),
});

export const demandRoutes = [demand, variant] as const;
