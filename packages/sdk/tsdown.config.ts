import { defineConfig } from "tsdown";

// Notes for later bundlers have no use in files for a script tag.
const outputOptions = { comments: { annotation: false } } as const;
/** Removes from our style sheets what only people need: a minifier of scripts leaves the text of templates alone. */
const compactStyles = {
  name: "compact-styles",
  transform: (code: string) =>
    code.replaceAll(/(?<=createSheet\(|STYLES = )`[^`]*`/g, (css) =>
      css
        .replaceAll(/\s*\n\s*/g, " ")
        .replaceAll(/\s*([{};,])\s*/g, "$1")
        .replaceAll(": ", ":")
        .replaceAll(";}", "}")
        .replaceAll(/="([a-z-]+)"\]/g, "=$1]"),
    ),
};
const shared = {
  platform: "browser",
  target: "es2022",
  dts: false,
  minify: true,
  clean: false,
  outputOptions,
  plugins: compactStyles,
} as const;

// Builds modules with types for bundlers, keepsake.js for a script tag, and the elements that keepsake.js loads.
export default defineConfig([
  {
    ...shared,
    entry: {
      client: "src/client.ts",
      compat: "src/compat.ts",
      elements: "src/elements/elements.ts",
      globals: "src/globals.ts",
      react: "src/react/hooks.ts",
    },
    format: "esm",
    dts: true,
    minify: false,
    outputOptions: {},
  },
  {
    ...shared,
    entry: { keepsake: "src/script.ts" },
    format: "iife",
    outputOptions: { ...outputOptions, entryFileNames: "keepsake.js" },
  },
  {
    ...shared,
    entry: { "keepsake-more": "src/more-calls.ts", "keepsake-proof": "src/proof.ts" },
    format: "esm",
    outputOptions: { entryFileNames: "[name].js" },
  },
  {
    ...shared,
    entry: { "keepsake-elements": "src/elements/elements.ts" },
    format: "esm",
    // Shared code goes into the entry file, so that a page with only hearts loads one file, not two in sequence.
    inputOptions: { preserveEntrySignatures: "allow-extension" },
    outputOptions: { entryFileNames: "[name].js", chunkFileNames: "keepsake-[name].js" },
  },
]);
