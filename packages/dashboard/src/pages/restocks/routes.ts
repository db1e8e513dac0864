import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

export const STATES = ["open", "held", "over"] as const;
export const WHO = ["notified", "waiting", "failed"] as const;

const oneOf = <Name extends string>(names: readonly Name[], value: unknown) => names.find((name) => name === value);

type RestocksSearch = { state?: (typeof STATES)[number] };
const restocks = createRoute({
  getParentRoute,
  path: "/restocks",
  validateSearch: (search: Record<string, unknown>): RestocksSearch => {
    const state = oneOf(STATES, search["state"]);
    return state ? { state } : {};
  },
  component: lazyRouteComponent(() => import("./restocks-page.tsx"), "RestocksPage"),
});

type PlanSearch = { who?: (typeof WHO)[number] };
const plan = createRoute({
  getParentRoute,
  path: "/restocks/$plan",
  validateSearch: (search: Record<string, unknown>): PlanSearch => {
    const who = oneOf(WHO, search["who"]);
    return who ? { who } : {};
  },
  component: lazyRouteComponent(() => import("./plan-page.tsx"), "PlanPage"),
});

const policy = createRoute({
  getParentRoute,
  path: "/restocks/policy",
  component: lazyRouteComponent(() => import("./policy-page.tsx"), "PolicyPage"),
});

export const restockRoutes = [restocks, plan, policy] as const;
