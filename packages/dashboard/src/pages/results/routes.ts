import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const results = createRoute({
  getParentRoute,
  path: "/results",
  component: lazyRouteComponent(() => import("./results-page.tsx"), "ResultsPage"),
});

export const resultRoutes = [results] as const;
