import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const team = createRoute({
  getParentRoute,
  path: "/team",
  component: lazyRouteComponent(() => import("./team-page.tsx"), "TeamPage"),
});

const audit = createRoute({
  getParentRoute,
  path: "/team/audit",
  component: lazyRouteComponent(() => import("./audit-page.tsx"), "AuditPage"),
});

export const teamRoutes = [team, audit] as const;
