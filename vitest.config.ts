import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "{engines,scripts,bench}/**/*.test.ts"],
    // Starts nothing by itself. PostgreSQL, NATS, Redis and the SDK build start when a test file first imports the
    // fixture that uses them, so a test file needs no list and no folder to get its engines.
    globalSetup: "packages/service/test/fixtures/global-setup.ts",
    setupFiles: "engines/retry-after-stalls.ts",
    retry: 2,
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
