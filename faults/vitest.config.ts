import { defineConfig } from "vitest/config";

/** These count what was lost, refused or done twice, and wait for most of their time. The few times that they check are far
 *  below their bars. So three of them run at once. */
const COUNTING = [
  "event-order",
  "held-snapshot",
  "idle-statements",
  "jetstream-cluster",
  "key-rotation",
  "kill-during-writes",
  "kill-postgres",
  "kill-webhook-worker",
  "kill-workers",
  "leaked-secrets",
  "lost-answers",
  "nats-wiped",
  "pgbouncer",
  "process-group",
  "secret-rotation",
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
        // These load the machine on purpose and measure times, so they run one after the other.
        test: {
          ...common,
          name: "timed",
          include: ["faults/**/*.test.ts"],
          exclude: COUNTING,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...common, name: "counting", include: COUNTING, maxWorkers: 3, sequence: { groupOrder: 2 } } },
    ],
  },
});
