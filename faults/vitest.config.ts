import { defineConfig } from "vitest/config";

/** These count what was lost or done twice, and wait for most of their time. So two of them run at once. A test in which no
 *  call may fail is not among them: beside another one, a call may wait too long and get 503. */
const COUNTING = [
  "event-order",
  "held-snapshot",
  "idle-statements",
  "jetstream-cluster",
  "kill-during-writes",
  "kill-postgres",
  "kill-webhook-worker",
  "kill-workers",
  "leaked-secrets",
  "lost-answers",
  "process-group",
  "slow-mail-server",
  "wrong-clocks",
].map((name) => `faults/${name}.test.ts`);

const common = {
  root: new URL("..", import.meta.url).pathname,
  setupFiles: "engines/retry-after-stalls.ts",
  retry: 2,
  pool: "forks",
  disableConsoleIntercept: true,
  // Ends a test that hangs. Far above the usual minute, so that no test fails only because the machine is slow.
  testTimeout: process.env["KEEPSAKE_TESTS"] === "full" ? 3_600_000 : 900_000,
  hookTimeout: 300_000,
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        // These load the machine on purpose, so they run one after the other.
        test: {
          ...common,
          name: "timed",
          include: ["faults/**/*.test.ts"],
          exclude: COUNTING,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...common, name: "counting", include: COUNTING, maxWorkers: 2, sequence: { groupOrder: 2 } } },
    ],
  },
});
