import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { testConfig } from "../test/fixtures/service.ts";
import { whenDone } from "../test/fixtures/when-done.ts";
import { run } from "./run.ts";

async function aTakenPort() {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(() => new Promise((resolve) => server.close(() => resolve())));
  return String((server.address() as AddressInfo).port);
}

test.each(["KEEPSAKE_PORT", "KEEPSAKE_OPS_PORT"])("a port that is in use is reported with %s", async (setting) => {
  const port = await aTakenPort();
  await expect(run(testConfig({ [setting]: port }), "api")).rejects.toThrow(
    `Port ${port} is already in use. Stop the other process, or set ${setting} to a free port.`,
  );
});
