import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startEngines } from "../engines/start.ts";
import { waitFor } from "../engines/wait-for.ts";
import { createPublishEvents } from "../packages/service/src/platform/event-stream/publish-events.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { aNats, anEvent, aStoreId } from "../packages/service/test/fixtures/stream-events.ts";
import { whenDone } from "../packages/service/test/fixtures/when-done.ts";

const EXAMPLE = fileURLToPath(new URL("../docs/examples/follow-events.ts", import.meta.url));
const WAIT_MS = 60_000;

function runExample(url: string) {
  const child = spawn(process.execPath, [EXAMPLE], { env: { ...process.env, NATS_URL: url } });
  let output = "";
  child.stdout.on("data", (text) => {
    output += String(text);
  });
  whenDone(async () => void child.kill());
  const stop = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { output: () => output, stop };
}

test("docs/events.md shows the example that is tested", async () => {
  const page = await readFile(new URL("../docs/events.md", import.meta.url), "utf8");
  expect(page).toContain(`\`\`\`ts\n${await readFile(EXAMPLE, "utf8")}\`\`\``);
});

test("the example handles each event once, reports a gap, and goes on after a restart", async () => {
  const { nats, stop } = await startEngines({ nats: true });
  whenDone(stop);
  const connection = aNats(nats.url);
  expect(await waitFor(() => connection.connection() !== undefined, WAIT_MS)).toBe(true);
  const { handle: publish } = createPublishEvents({ nats: connection, log: createLog("silent") });
  const storeId = aStoreId();
  const [first, second, fourth, fifth] = [1, 2, 4, 5].map((number) => anEvent(storeId, number));
  if (!first || !second || !fourth || !fifth) throw new Error("There are four events");
  await publish([first, second, second, fourth]);

  const example = runExample(nats.url);
  const lineOf = (number: number) =>
    `${storeId} ${number} list.updated {"listId":"7","publicListId":"0b0f7a52-8d43-4c2e-9c5e-3f1d1d1f6c11","shopperId":"8"}\n`;
  expect(await waitFor(() => example.output().includes(lineOf(4)), WAIT_MS)).toBe(true);
  expect(example.output()).toBe(
    `${lineOf(1)}${lineOf(2)}Events 3 to 3 of store ${storeId} are missing so far\n${lineOf(4)}`,
  );

  await example.stop();
  const again = runExample(nats.url);
  await publish([fifth]);
  expect(await waitFor(() => again.output().includes(lineOf(5)), WAIT_MS)).toBe(true);
  expect(again.output()).not.toContain(lineOf(1));
});
