import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const look = createRoute({
  getParentRoute,
  path: "/look",
  component: lazyRouteComponent(() => import("./look-page.tsx"), "LookPage"),
});

export const lookRoutes = [look] as const;
