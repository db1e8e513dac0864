import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readTopic } from "../../app/read-topic.ts";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

export const RANGES = [7, 30, 90] as const;
export const MEASURES = ["notified", "clicked", "bought", "units", "revenue"] as const;
export type Measure = (typeof MEASURES)[number];

/** `days`: how long the range is. `topic`: only its results. `show`: what the chart draws, and which variants are best. */
export type ResultsSearch = {
  days?: (typeof RANGES)[number];
  topic?: string;
  show?: Measure;
  currency?: string;
};

/** Changes what is shown. What is undefined leaves the URL. */
export type Show = (changes: { [Name in keyof ResultsSearch]: ResultsSearch[Name] | undefined }) => void;

const results = createRoute({
  getParentRoute,
  path: "/results",
  validateSearch: (given: Record<string, unknown>): ResultsSearch => {
    const days = RANGES.find((one) => one === given["days"]);
    const show = MEASURES.find((one) => one === given["show"]);
    const { currency } = given;
    return {
      ...(days ? { days } : {}),
      ...readTopic(given["topic"]),
      ...(show ? { show } : {}),
      ...(typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    };
  },
  component: lazyRouteComponent(() => import("./results-page.tsx"), "ResultsPage"),
});

export const resultRoutes = [results] as const;
