import { defineConfig } from "tsdown";

// Notes for later bundlers have no use in files for a script tag.
const outputOptions = { comments: { annotation: false } } as const;
const shared = {
  platform: "browser",
  target: "es2022",
  dts: false,
  minify: true,
  clean: false,
  outputOptions,
} as const;

/** Removes the spaces and quotes that only people need from style sheets and markup, which a minifier of scripts leaves alone, and the
 *  notes for bundlers that this one adds. */
const compact = {
  name: "compact",
  transform: (code: string) =>
    code
      .replaceAll(/(?<= [\w-]+=)"([\w-]+)"(?=[\s>])/g, "$1") // HTML needs no quotes there
      .replaceAll(/\s*\n\s*(?=<|\$\{|[\w@.?-]+=["$])/g, " ") // only templates have lines that begin so
      .replaceAll(/(?<=createSheet\(|STYLES = )`[^`]*`/g, (css) =>
        css
          .replaceAll(/\s*\n\s*(?!`)/g, " ")
          .replaceAll(/\s*([{};,])\s*/g, "$1")
          .replaceAll(": ", ":")
          .replaceAll(";}", "}")
          .replaceAll(/="([a-z-]+)"\]/g, "=$1]"),
      ),
  generateBundle(_options: unknown, files: Record<string, { code?: string }>) {
    for (const file of Object.values(files))
      if (file.code !== undefined) file.code = file.code.replaceAll("/* @__PURE__ */", "");
  },
};
const forScriptTag = { ...shared, plugins: compact };

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
    ...forScriptTag,
    entry: { keepsake: "src/script.ts" },
    format: "iife",
    outputOptions: { ...outputOptions, entryFileNames: "keepsake.js" },
  },
  {
    ...forScriptTag,
    entry: { "keepsake-more": "src/more-calls.ts", "keepsake-proof": "src/proof.ts" },
    format: "esm",
    outputOptions: { entryFileNames: "[name].js" },
  },
  {
    ...forScriptTag,
    entry: { "keepsake-elements": "src/elements/elements.ts" },
    format: "esm",
    // Shared code goes into the entry file, so that a page with only hearts loads one file, not two in sequence.
    inputOptions: { preserveEntrySignatures: "allow-extension" },
    outputOptions: { entryFileNames: "[name].js", chunkFileNames: "keepsake-[name].js" },
  },
]);
