import { createRootRoute } from "@tanstack/react-router";
import { NotFound } from "./not-found.tsx";

export const rootRoute = createRootRoute({ notFoundComponent: NotFound });
