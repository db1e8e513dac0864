import { createRouter } from "@tanstack/react-router";
import { accountRoutes } from "../pages/account/routes.ts";
import { connectionRoutes } from "../pages/connections/routes.ts";
import { demandRoutes } from "../pages/demand/routes.ts";
import { homeRoutes } from "../pages/home/routes.ts";
import { lookRoutes } from "../pages/look/routes.ts";
import { messageRoutes } from "../pages/messages/routes.ts";
import { operatorRoutes } from "../pages/operator/routes.ts";
import { peopleRoutes } from "../pages/people/routes.ts";
import { restockRoutes } from "../pages/restocks/routes.ts";
import { resultRoutes } from "../pages/results/routes.ts";
import { setupRoutes } from "../pages/setup/routes.ts";
import { signInRoutes } from "../pages/sign-in/routes.ts";
import { teamRoutes } from "../pages/team/routes.ts";
import { BrokenPage } from "./broken-page.tsx";
import { rootRoute } from "./root-route.ts";
import { shellRoute } from "./shell-route.ts";

const pages = [
  ...homeRoutes,
  ...setupRoutes,
  ...demandRoutes,
  ...restockRoutes,
  ...peopleRoutes,
  ...messageRoutes,
  ...lookRoutes,
  ...resultRoutes,
  ...connectionRoutes,
  ...teamRoutes,
  ...accountRoutes,
  ...operatorRoutes,
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren([...signInRoutes, shellRoute.addChildren(pages)]),
  basepath: "/dashboard",
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultErrorComponent: BrokenPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
