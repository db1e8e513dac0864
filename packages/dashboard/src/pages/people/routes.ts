import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const people = createRoute({
  getParentRoute,
  path: "/people",
  component: lazyRouteComponent(() => import("./people-page.tsx"), "PeoplePage"),
});

const person = createRoute({
  getParentRoute,
  path: "/people/$person",
  component: lazyRouteComponent(() => import("./person-page.tsx"), "PersonPage"),
});

export const peopleRoutes = [people, person] as const;
