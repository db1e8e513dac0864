import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,connectors}/*/{src,test}/**/*.test.ts", "{engines,scripts,bench}/**/*.test.ts"],
    // Starts nothing by itself. PostgreSQL, NATS, Redis and the SDK build start when a test file first imports the
    // fixture that uses them, so a test file needs no list and no folder to get its engines.
    globalSetup: "packages/service/test/fixtures/global-setup.ts",
    setupFiles: "engines/retry-after-stalls.ts",
    retry: 2,
    pool: "forks",
    // The files that one worker runs share its modules: loading the service again for each file took half of the time.
    // So a test that replaces something global puts it back.
    isolate: false,
    unstubEnvs: true,
    unstubGlobals: true,
    maxWorkers: 2,
    // How long `expect.poll` waits for what must happen. A busy machine needs seconds for what usually takes milliseconds.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
