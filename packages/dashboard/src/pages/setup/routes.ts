import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

/** In the order of the wizard. The names are those of the setting `setup.skipped`. */
export const STEPS = ["look", "script", "stock", "sender", "rehearsal"] as const;
export type Step = (typeof STEPS)[number];

const setup = createRoute({
  getParentRoute: () => shellRoute,
  path: "/setup",
  validateSearch: ({ step }: Record<string, unknown>): { step?: Step } =>
    STEPS.some((known) => known === step) ? { step: step as Step } : {},
  component: lazyRouteComponent(() => import("./setup-page.tsx"), "SetupPage"),
});

export const setupRoutes = [setup] as const;
