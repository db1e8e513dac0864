import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";

const getParentRoute = () => shellRoute;

const messages = createRoute({
  getParentRoute,
  path: "/messages",
  component: lazyRouteComponent(() => import("./messages-page.tsx"), "MessagesPage"),
});

const message = createRoute({
  getParentRoute,
  path: "/messages/$topic",
  component: lazyRouteComponent(() => import("./message-page.tsx"), "MessagePage"),
});

export const messageRoutes = [messages, message] as const;
