import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These take a minute and more, whatever their size. */
const LONG = [
  "test/model/alerts",
  "test/model/lists",
  "scripts/worked-examples",
  "dashboard/test/connections",
  "bench/advice",
];

/** Begins with the long files, so that no worker is left alone with one of them at the end. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.includes(path));
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

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
    sequence: { sequencer: LongFilesFirst },
    maxWorkers: 2,
    // How long `expect.poll` waits for what must happen. A busy machine needs seconds for what usually takes milliseconds.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
