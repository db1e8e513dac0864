import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { solve } from "./proof.ts";

test("a challenge that never arrives fails after ten seconds, so that the calls behind it go on", async () => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, "listening");
  const limits: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort();
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(solve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).rejects.toThrow(/abort/);
  expect(limits).toEqual([10_000]);
});
