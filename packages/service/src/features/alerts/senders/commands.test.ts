import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { expect, test, vi } from "vitest";
import { aDnsServer } from "../../../../test/fixtures/dns-server.ts";
import { aMailServer } from "../../../../test/fixtures/mail-server.ts";
import { smtpOf } from "../../../../test/fixtures/sender-shop.ts";
import { aService, aStore, type Service } from "../../../../test/fixtures/service.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { senderCommands } from "./commands.ts";

/** Runs a command and returns what it prints. */
async function keepsake({ deps }: Service, ...args: string[]): Promise<string> {
  const program = new Command().exitOverride();
  senderCommands(program, (work) => work(deps));
  let printed = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await program.parseAsync(["sender", ...args], { from: "user" });
  } finally {
    spy.mockRestore();
    process.exitCode = 0;
  }
  return printed;
}

async function aFile(json: object) {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-sender-"));
  whenDone(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "sender.json"), JSON.stringify(json));
  return join(folder, "sender.json");
}

test("the operator gives a store its own provider, checks its DNS and sends a test, and sees no password", async () => {
  const [server, dns] = [await aMailServer({ password: "s3cret-of-the-shop" }), await aDnsServer({})];
  const service = aService({ env: { KEEPSAKE_ALLOW_LOOPBACK: "on", KEEPSAKE_DNS_SERVERS: dns.address } });
  const store = await aStore(service);
  const pid = ["--pid", store.pid];
  const printed = [await keepsake(service, "set", ...pid, "--name", "My shop", "--address", "hello@shop.example")];
  const login = { user: "shop", password: "s3cret-of-the-shop" };
  const file = await aFile({ medium: "email", provider: "smtp", smtp: smtpOf(server.url, login) });
  printed.push(await keepsake(service, "provider", ...pid, "--file", file));
  printed.push(await keepsake(service, "test", ...pid, "--to", "me@shop.example"));
  printed.push(await keepsake(service, "check-dns", ...pid));
  printed.push(await keepsake(service, "show", ...pid, "--json"));
  expect(printed[0]).toContain("A code is being mailed to hello@shop.example");
  expect(printed[2]).toContain("The provider accepted the message.");
  expect(printed[3]).toContain("missing TXT  shop.example");
  expect(JSON.parse(printed[4] ?? "")).toMatchObject({ email: { provider: "smtp", address: "hello@shop.example" } });
  expect(printed.join("")).not.toContain("s3cret-of-the-shop");
  expect(server.raw()).toHaveLength(1);
  await keepsake(service, "unset", ...pid);
  expect(await keepsake(service, "show", ...pid)).toContain("email  nothing");
});

test("a file that is not right is refused with the field", async () => {
  const service = aService();
  const store = await aStore(service);
  const provide = async (json: object) =>
    keepsake(service, "provider", "--pid", store.pid, "--file", await aFile(json));
  await expect(provide({ medium: "email", provider: "smtp", smtp: { host: 1 } })).rejects.toThrow("smtp.host must");
  await expect(provide({ medium: "email", provider: "smtp", smtp: { host: "mail.example" } })).rejects.toThrow(
    "no sender address yet",
  );
});
