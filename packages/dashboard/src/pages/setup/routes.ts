import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const setup = createRoute({
  getParentRoute,
  path: "/setup",
  component: lazyRouteComponent(() => import("./setup-page.tsx"), "SetupPage"),
});

export const setupRoutes = [setup] as const;
