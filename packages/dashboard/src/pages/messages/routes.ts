import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/shell-route.ts";
import { isMessageLanguage, type MessageLanguage } from "./languages.ts";

const getParentRoute = () => shellRoute;

const messages = createRoute({
  getParentRoute,
  path: "/messages",
  component: lazyRouteComponent(() => import("./messages-page.tsx"), "MessagesPage"),
});

/** Without a language: that of the store. */
type MessageSearch = { language?: MessageLanguage };

const message = createRoute({
  getParentRoute,
  path: "/messages/$topic",
  validateSearch: ({ language }: Record<string, unknown>): MessageSearch =>
    isMessageLanguage(language) ? { language } : {},
  component: lazyRouteComponent(() => import("./message-page.tsx"), "MessagePage"),
});

export const messageRoutes = [messages, message] as const;
