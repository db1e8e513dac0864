import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const restocks = createRoute({
  getParentRoute,
  path: "/restocks",
  component: lazyRouteComponent(() => import("./restocks-page.tsx"), "RestocksPage"),
});

const plan = createRoute({
  getParentRoute,
  path: "/restocks/$plan",
  component: lazyRouteComponent(() => import("./plan-page.tsx"), "PlanPage"),
});

const policy = createRoute({
  getParentRoute,
  path: "/restocks/policy",
  component: lazyRouteComponent(() => import("./policy-page.tsx"), "PolicyPage"),
});

export const restockRoutes = [restocks, plan, policy] as const;
