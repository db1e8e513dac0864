import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import "./app/app.css";
import { App } from "./app/app.tsx";
import { installation } from "./app/installation.ts";
import { router } from "./app/router.ts";

// Dialogs add a style element that keeps the page behind them from scrolling; their library reads the nonce here.
Object.assign(globalThis, { __webpack_nonce__: installation.styleNonce });

const root = document.getElementById("app");
if (!root) throw new Error("The page has no element for the app");
setNonce(installation.styleNonce); // for the style with which dialogs keep the page from scrolling
createRoot(root).render(
  <App>
    <RouterProvider router={router} />
  </App>,
);
