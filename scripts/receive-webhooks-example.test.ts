import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { startReplay } from "../packages/service/src/features/events/webhooks/log/start-replay.ts";
import { anEndpoint, aWebhookShop, someEvents } from "../packages/service/test/fixtures/webhooks.ts";
import { whenDone } from "../packages/service/test/fixtures/when-done.ts";

const EXAMPLE = fileURLToPath(new URL("../docs/examples/receive-webhooks.ts", import.meta.url));
const WAIT_MS = 60_000;

async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

async function runExample(secret: string, port: number) {
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, [EXAMPLE], { env });
  let output = "";
  child.stdout.on("data", (text) => {
    output += String(text);
  });
  whenDone(async () => void child.kill());
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  expect(await waitFor(isUp, WAIT_MS)).toBe(true);
  return { lines: () => output.split("\n").filter((line) => line !== "") };
}

test("docs/events.md shows the receiver that is tested", async () => {
  const page = await readFile(new URL("../docs/events.md", import.meta.url), "utf8");
  expect(page).toContain(`\`\`\`ts\n${await readFile(EXAMPLE, "utf8")}\`\`\``);
});

test("the receiver of the documentation accepts what Keepsake signed, handles it once, and refuses what others send", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const port = await aFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const { id, secret } = await anEndpoint(store, { url });
  const receiver = await runExample(secret, port);

  await someEvents(store, 5);
  await shop.queue();
  await shop.send();
  expect(await shop.ask("select distinct state, status from webhook_deliveries")).toEqual([{ state: 1, status: 204 }]);
  await store.inStore((tx) => startReplay(tx, id, { fromNumber: "1" }, new Date(shop.clock())));
  await shop.replay();
  await shop.send();
  expect(await shop.ask("select from webhook_deliveries where state = 1")).toHaveLength(10);
  expect(await waitFor(() => receiver.lines().length >= 5, WAIT_MS)).toBe(true);
  expect(receiver.lines()).toHaveLength(5);
  for (const line of receiver.lines()) expect(line).toMatch(new RegExp(`^${store.pid} \\d+ list.updated {"lid":`));

  const forged = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
    "webhook-signature": "v1,AAAA",
  };
  expect((await fetch(url, { method: "POST", body: "{}", headers: forged })).status).toBe(401);
  expect(receiver.lines()).toHaveLength(5);

  // A client that ends in the middle of its body, and one that sends too much, do not end the program.
  const half = connect(port, "127.0.0.1");
  half.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabcde", () => half.destroy());
  await new Promise<void>((resolve) => void half.once("close", () => resolve()));
  expect((await fetch(url, { method: "POST", body: "x".repeat(1_000_001) })).status).toBe(401);

  const other = await shop.aStore(); // its secret is another one
  const { id: theirs } = await anEndpoint(other, { url });
  await someEvents(other, 1);
  await shop.queue();
  await shop.send();
  expect(await shop.ask("select status from webhook_deliveries where endpoint_id = $1", [theirs])).toEqual([
    { status: 401 },
  ]);
  expect(receiver.lines()).toHaveLength(5);
});
