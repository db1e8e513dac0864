import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["faults/**/*.test.ts"],
    pool: "forks",
    // Each file loads the machine on purpose and measures times, so the files run one after the other.
    fileParallelism: false,
    disableConsoleIntercept: true,
    // Ends a test that hangs. Far above the usual minute, so that no test fails only because the machine is slow.
    testTimeout: process.env["KEEPSAKE_TESTS"] === "full" ? 3_600_000 : 900_000,
    hookTimeout: 300_000,
  },
});
