import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

export const RANGES = [7, 30, 90] as const;

/** `error`: why signing in brought the person back. */
type HomeSearch = { days?: number; error?: string };

const home = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  validateSearch: ({ days, error }: Record<string, unknown>): HomeSearch => ({
    ...(RANGES.some((range) => range === days) ? { days: Number(days) } : {}),
    ...(typeof error === "string" ? { error } : {}),
  }),
  component: lazyRouteComponent(() => import("./home-page.tsx"), "HomePage"),
});

export const homeRoutes = [home] as const;
