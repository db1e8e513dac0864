import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root-route.ts";
import { Shell } from "./shell.tsx";

/** The pages of somebody who is signed in. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: "shell", component: Shell });
