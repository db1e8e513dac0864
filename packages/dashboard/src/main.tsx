import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import "./app/app.css";
import { App } from "./app/app.tsx";
import { router } from "./app/router.ts";

const root = document.getElementById("app");
if (!root) throw new Error("The page has no element for the app");
createRoot(root).render(
  <App>
    <RouterProvider router={router} />
  </App>,
);
