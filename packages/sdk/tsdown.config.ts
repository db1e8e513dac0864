import { defineConfig } from "tsdown";

const shared = { platform: "browser", target: "es2022", dts: false, minify: true, clean: false } as const;

// A module with its types for bundlers, and one file for a script tag.
export default defineConfig([
  { ...shared, entry: ["src/client.ts", "src/compat.ts"], format: "esm", dts: true, minify: false },
  { ...shared, entry: { keepsake: "src/script.ts" }, format: "iife", outputOptions: { entryFileNames: "keepsake.js" } },
]);
