import { defineConfig } from "tsdown";

// Medusa and Vendure load their plugins as CommonJS, other programs as modules.
export default defineConfig({
  entry: { keepsake: "src/keepsake.ts" },
  format: ["esm", "cjs"],
  platform: "node",
  target: "node20",
  dts: true,
});
