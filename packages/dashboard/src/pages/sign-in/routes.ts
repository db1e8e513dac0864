import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.ts";

const getParentRoute = () => rootRoute;
const validateSearch = ({ token }: Record<string, unknown>): { token?: string } =>
  typeof token === "string" ? { token } : {};

const link = createRoute({
  getParentRoute,
  path: "/sign-in",
  validateSearch,
  component: lazyRouteComponent(() => import("./link-page.tsx"), "LinkPage"),
});

const newPassword = createRoute({
  getParentRoute,
  path: "/new-password",
  validateSearch,
  component: lazyRouteComponent(() => import("./new-password-page.tsx"), "NewPasswordPage"),
});

export const signInRoutes = [link, newPassword] as const;
