import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { whenDone } from "../../service/test/fixtures/when-done.ts";
import { sendStock } from "../src/keepsake.ts";

const NO_ANSWER = 0;

/** A Keepsake that answers with these statuses in turn, and with the last one from then on. */
async function aKeepsake(statuses: readonly number[]) {
  let calls = 0;
  const server = createServer((request, response) => {
    const status = statuses[Math.min(calls, statuses.length - 1)] ?? 200;
    calls += 1;
    if (status === NO_ANSWER) return void request.socket.destroy();
    response.writeHead(status, { "retry-after": "0.01", connection: "close" }).end("{}");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { access: { url, pid: "pid", key: "key", identitySecret: "secret" }, countCalls: () => calls };
}

const STOCK = new Map([[4411, 3]]);

test("the shop repeats a call while Keepsake is busy or does not answer", async () => {
  const { access, countCalls } = await aKeepsake([503, NO_ANSWER, 200]);
  await sendStock(access, STOCK);
  expect(countCalls()).toBe(3);
});

test("the shop gives up after five tries, and does not repeat a call that was refused", async () => {
  const busy = await aKeepsake([503]);
  await expect(sendStock(busy.access, STOCK)).rejects.toThrow("inventory/set with 503");
  expect(busy.countCalls()).toBe(5);
  const refusing = await aKeepsake([401]);
  await expect(sendStock(refusing.access, STOCK)).rejects.toThrow("inventory/set with 401");
  expect(refusing.countCalls()).toBe(1);
});
