import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { FastifyReply } from "fastify";
import { expect, test, vi } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createEventStream } from "./server-sent-events.ts";

const WAIT_MAX_MS = 20_000;

/** One stream, and a client that reads only if the test says so. */
async function aStream({ lifeMs = 60_000, waitingBytesMax = 100_000 } = {}) {
  const arrived = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => arrived.resolve(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  client.pause();
  client.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  whenDone(async () => {
    client.destroy();
    server.close();
  });
  const raw = await arrived.promise;
  const reply = { raw, hijack: () => undefined, getHeaders: () => ({}) } as unknown as FastifyReply;
  const stream = createEventStream(reply, { lifeMs, waitingBytesMax });
  let closes = 0;
  const open = () =>
    stream.open(() => {
      closes += 1;
    });
  let text = "";
  const read = () => {
    client.setEncoding("utf8").on("data", (some: string) => {
      text += some;
    });
    client.resume();
  };
  return { stream, raw, client, open, read, text: () => text, closes: () => closes };
}

test("a client that does not read is cut off when too much waits for it", async () => {
  const { stream, raw, open, closes } = await aStream();
  open();
  const event = "x".repeat(50_000);
  let sent = 0;
  expect(
    await waitFor(() => {
      if (!raw.destroyed) {
        stream.send("plan", event);
        sent += 1;
      }
      return closes() > 0;
    }, WAIT_MAX_MS),
  ).toBe(true);
  expect(raw.writableLength).toBeLessThan(300_000);
  expect(sent, "control: it was not cut off at once").toBeGreaterThan(1);
  expect(closes()).toBe(1);
});

test("control: a client that reads gets everything", async () => {
  const { stream, open, read, text, closes } = await aStream();
  open();
  read();
  for (let n = 1; n <= 20; n += 1) {
    stream.send("plan", "x".repeat(50_000));
    expect(await waitFor(() => text().split("event: plan").length - 1 === n, WAIT_MAX_MS)).toBe(true);
  }
  expect(closes()).toBe(0);
});

test("a stream has a heartbeat every 20 seconds, and ends after its life", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  whenDone(async () => void vi.useRealTimers());
  const { open, read, text, closes } = await aStream({ lifeMs: 60_000 });
  open();
  read();
  const beats = () => text().split(": beat").length - 1;
  for (const expected of [1, 2]) {
    vi.advanceTimersByTime(20_000);
    expect(await waitFor(() => beats() === expected, WAIT_MAX_MS)).toBe(true);
  }
  expect(closes()).toBe(0);
  vi.advanceTimersByTime(20_000);
  expect(await waitFor(() => closes() === 1, WAIT_MAX_MS)).toBe(true);
  expect(beats()).toBe(2);
});

test("a client that does not read cannot keep a stream open beyond its end", async () => {
  const { stream, raw, open, closes } = await aStream({ waitingBytesMax: 100_000_000 });
  open();
  stream.send("plan", "x".repeat(20_000_000));
  stream.end();
  expect(raw.writableLength).toBeGreaterThan(0);
  expect(await waitFor(() => closes() === 1, WAIT_MAX_MS)).toBe(true);
});

test("a browser that has left before the stream opened gives its place back", async () => {
  const { stream, raw, client, open, closes } = await aStream();
  client.destroy();
  expect(await waitFor(() => raw.destroyed, WAIT_MAX_MS)).toBe(true);
  open();
  stream.send("plan", "{}");
  expect(closes()).toBe(1);
});
