import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "engines/**/*.test.ts", "scripts/**/*.test.ts"],
    globalSetup: [
      "packages/service/test/fixtures/global-setup.ts",
      "packages/sdk/test/fixtures/global-setup.ts",
      "packages/demo-store/test/fixtures/global-setup.ts",
    ],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
