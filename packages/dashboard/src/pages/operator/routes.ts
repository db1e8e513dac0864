import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

type StoresSearch = { search?: string; paused?: boolean };
type EventsSearch = { store?: string; reader?: string };

/** A text of digits alone arrives as a number. */
const textOf = (value: unknown) =>
  (typeof value === "string" && value !== "") || typeof value === "number" ? String(value).slice(0, 200) : undefined;

const stores = createRoute({
  getParentRoute,
  path: "/operator",
  validateSearch: ({ search, paused }: Record<string, unknown>): StoresSearch => {
    const text = textOf(search);
    return { ...(text ? { search: text } : {}), ...(paused === true ? { paused } : {}) };
  },
  component: lazyRouteComponent(() => import("./stores-page.tsx"), "StoresPage"),
});

const store = createRoute({
  getParentRoute,
  path: "/operator/stores/$pid",
  component: lazyRouteComponent(() => import("./store-page.tsx"), "StorePage"),
});

const events = createRoute({
  getParentRoute,
  path: "/operator/events",
  validateSearch: ({ store: pid, reader }: Record<string, unknown>): EventsSearch => {
    const [ofStore, ofReader] = [textOf(pid), textOf(reader)];
    return { ...(ofStore ? { store: ofStore } : {}), ...(ofReader ? { reader: ofReader } : {}) };
  },
  component: lazyRouteComponent(() => import("./events-page.tsx"), "EventsPage"),
});

export const operatorRoutes = [stores, store, events] as const;
