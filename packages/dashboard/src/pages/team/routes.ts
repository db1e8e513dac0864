import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const team = createRoute({
  getParentRoute,
  path: "/team",
  component: lazyRouteComponent(() => import("./team-page.tsx"), "TeamPage"),
});

const isDay = (text: unknown): text is string => typeof text === "string" && /^2\d{3}-\d{2}-\d{2}$/.test(text);

/** `from` and `to`: the first and the last day, in UTC. */
type AuditSearch = { from?: string; to?: string };

const audit = createRoute({
  getParentRoute,
  path: "/team/audit",
  validateSearch: ({ from, to }: Record<string, unknown>): AuditSearch => ({
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  }),
  component: lazyRouteComponent(() => import("./audit-page.tsx"), "AuditPage"),
});

export const teamRoutes = [team, audit] as const;
