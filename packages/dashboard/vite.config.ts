import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The service serves the result under /dashboard (packages/service/src/platform/http/dashboard-files.ts).
export default defineConfig({
  root: import.meta.dirname,
  base: "/dashboard/",
  plugins: [react()],
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: "manifest.json", // .size-limit.js reads it
  },
});
