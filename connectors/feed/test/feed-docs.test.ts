import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { getProgram } from "../../../engines/install.ts";
import { runEngine } from "../../../engines/run-engine.ts";
import { aRunningService } from "../../../packages/service/test/fixtures/running-service.ts";
import { whenDone } from "../../../packages/service/test/fixtures/when-done.ts";
import { readConfig } from "../src/config.ts";
import { createFeed } from "../src/feed.ts";
import { createPushServer } from "../src/server.ts";

// Runs the examples of docs/connectors/feed.md as they stand there.
const keepsake = await aRunningService();
const DOCS = await readFile(new URL("../../../docs/connectors/feed.md", import.meta.url), "utf8");
const SECRET = "a secret that openssl has made";

const example = (name: string) =>
  new RegExp(`<!-- runs: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(DOCS)?.[1] ?? "";

async function aFeed() {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-feed-docs-"));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  const store = await keepsake.aNotifyingStore();
  const config = readConfig({
    KEEPSAKE_URL: keepsake.url,
    KEEPSAKE_PID: store.pid,
    KEEPSAKE_KEY: store.key,
    FEED_SECRET: SECRET,
    FEED_STATE: join(folder, "state.json"),
    PORT: "0",
  });
  return { folder, store, feed: createFeed(config, { log: () => undefined }) };
}

test("the PHP page offers a feed that the program takes, and says when nothing changed", async () => {
  const { folder, store, feed } = await aFeed();
  const stock =
    "<?php function read_stock() { return [['id' => '4412', 'title' => 'Jacket', 'stock' => 12], ['id' => '4413', 'stock' => 0]]; } ?>";
  await writeFile(join(folder, "stock.php"), stock);
  await writeFile(join(folder, "feed.php"), example("feed-php").replace("<?php", "<?php require 'stock.php';"));
  const php = await getProgram("php");
  const dir = join(folder, "server");
  await mkdir(dir);
  const server = await runEngine({
    dir,
    file: "env",
    args: (port) => [`FEED_SECRET=${SECRET}`, php, "-S", `127.0.0.1:${port}`, "-t", folder],
    url: (port) => `http://127.0.0.1:${port}/feed.php`,
    isReady: (port) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    quitSignal: "SIGKILL",
  });
  whenDone(() => server.kill());
  expect(await feed.fetch(server.url)).toMatchObject({ state: "applied", checked: 2 });
  expect(await feed.fetch(server.url)).toEqual({ state: "unchanged" });
  expect(await keepsake.stockOf(store)).toEqual({ 4412: 12, 4413: 0 });
});

test("the Node example pushes what changed", async () => {
  const { folder, store, feed } = await aFeed();
  const server = createPushServer(feed, () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  vi.stubEnv("FEED_PROGRAM", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("FEED_SECRET", SECRET);
  const file = join(folder, "push.mjs");
  await writeFile(file, example("feed-push"));
  const { pushStock } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    pushStock: (variants: readonly object[], readAt: number) => Promise<void>;
  };
  await pushStock([{ id: "4412", stock: 3 }], Date.now());
  expect(await keepsake.stockOf(store)).toEqual({ 4412: 3 });
  await expect(pushStock([{ id: "4412", stock: "few" }], Date.now())).rejects.toThrow(/400: Line 2: stock must be/);
});
