import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const connections = createRoute({
  getParentRoute,
  path: "/connections",
  component: lazyRouteComponent(() => import("./connections-page.tsx"), "ConnectionsPage"),
});

const keys = createRoute({
  getParentRoute,
  path: "/connections/keys",
  component: lazyRouteComponent(() => import("./keys-page.tsx"), "KeysPage"),
});

const senders = createRoute({
  getParentRoute,
  path: "/connections/senders",
  component: lazyRouteComponent(() => import("./senders-page.tsx"), "SendersPage"),
});

const webhooks = createRoute({
  getParentRoute,
  path: "/connections/webhooks",
  component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
});

const marketing = createRoute({
  getParentRoute,
  path: "/connections/marketing",
  component: lazyRouteComponent(() => import("./marketing-page.tsx"), "MarketingPage"),
});

/** Which deliveries of the log are shown. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
type LogSearch = { state?: (typeof DELIVERY_STATES)[number] };

const webhook = createRoute({
  getParentRoute,
  path: "/connections/webhooks/$endpoint",
  validateSearch: (search: Record<string, unknown>): LogSearch => {
    const state = DELIVERY_STATES.find((one) => one === search["state"]);
    return state ? { state } : {};
  },
  component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
});

export const connectionRoutes = [connections, keys, senders, webhooks, webhook, marketing] as const;
