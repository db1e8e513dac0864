import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["faults/**/*.test.ts"],
    pool: "forks",
    // Each file loads the machine on purpose and measures times, so the files run one after the other.
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: process.env["KEEPSAKE_TESTS"] === "full" ? 1_200_000 : 300_000,
    hookTimeout: 60_000,
  },
});
