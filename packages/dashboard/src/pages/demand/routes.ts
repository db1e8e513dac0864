import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const demand = createRoute({
  getParentRoute,
  path: "/demand",
  component: lazyRouteComponent(() => import("./demand-page.tsx"), "DemandPage"),
});

const variant = createRoute({
  getParentRoute,
  path: "/demand/$variant",
  component: lazyRouteComponent(() => import("./variant-page.tsx"), "VariantPage"),
});

export const demandRoutes = [demand, variant] as const;
