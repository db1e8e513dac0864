import { defineConfig } from "tsdown";

const shared = { platform: "browser", target: "es2022", dts: false, minify: true, clean: false } as const;

// Modules with their types for bundlers; one file for a script tag, and beside it the elements, which it loads.
export default defineConfig([
  {
    ...shared,
    entry: {
      client: "src/client.ts",
      compat: "src/compat.ts",
      elements: "src/elements/elements.ts",
      react: "src/react/hooks.ts",
    },
    format: "esm",
    dts: true,
    minify: false,
  },
  { ...shared, entry: { keepsake: "src/script.ts" }, format: "iife", outputOptions: { entryFileNames: "keepsake.js" } },
  {
    ...shared,
    entry: { "keepsake-elements": "src/elements/elements.ts" },
    format: "esm",
    // What both files use is in the first: a page of hearts asks for one file, not for two in a row.
    inputOptions: { preserveEntrySignatures: "allow-extension" },
    outputOptions: { entryFileNames: "[name].js", chunkFileNames: "keepsake-[name].js" },
  },
]);
