import os from "node:os";
import { expect, test, vi } from "vitest";
import { keepsake } from "../../../../test/fixtures/command-line.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";

const service = aService();
const logOf = (store: TestStore) => store.admin("/storeadmin/v3/audit", undefined, { method: "GET" });

test("a command about a store is in the store's log, and merchants see it", async () => {
  const store = await aStore(service, { scopes: ["audit"] });
  await keepsake(service, "store", "set", "--pid", store.pid, "--origins", "https://shop.example", "--json");
  const { body } = await logOf(store);
  expect(body["items"]).toMatchObject([
    {
      actor: { kind: "operator" },
      action: "command.store set",
      details: { pid: store.pid, origins: ["https://shop.example"] },
    },
  ]);
  expect(body["items"]).not.toHaveProperty("0.details.json");
});

test("of options that may hold a secret or an address, the log says only that they were given", async () => {
  const store = await aStore(service, { scopes: ["audit", "identity"] });
  const { regid } = await store.anAccount("ann@shopper.example");
  await keepsake(service, "session", "revoke", "--pid", store.pid, "--regid", regid);
  await keepsake(service, "member", "add", "--pid", store.pid, "--email", "bo@shop.example", "--role", "owner");
  const { body, text } = await logOf(store);
  expect(body["items"]).toMatchObject([
    { action: "command.member add", details: { email: "bo@shop.example", role: "owner" } },
    { action: "command.session revoke", details: { pid: store.pid, regid: "…" } },
  ]);
  expect(text).not.toContain(regid);
});

test("a command that only reads is not in the log; one that prints secret addresses is", async () => {
  const store = await aStore(service, { scopes: ["audit"] });
  await keepsake(service, "key", "list", "--pid", store.pid);
  await keepsake(service, "sender", "show", "--pid", store.pid);
  await keepsake(service, "sender", "hooks", "--pid", store.pid);
  expect((await logOf(store)).body["items"]).toMatchObject([{ action: "command.sender hooks" }]);
});

test("a command about the whole installation is in no store's log, and long values are cut", async () => {
  const name = "x".repeat(500);
  await keepsake(service, "events", "replay", "--reader", name);
  const [entry] = await look<{ store_id: number | null; details: { reader: string } }>(
    "select store_id, details from audit_log where action = 'command.events replay' order by id desc limit 1",
  );
  expect(entry?.store_id).toBeNull();
  expect(entry?.details.reader).toHaveLength(201);
});

test("a user without a name, as in a container, gets the key that the command made, and the log has the user's number", async () => {
  const store = await aStore(service, { scopes: ["audit"] });
  const userInfo = vi.spyOn(os, "userInfo").mockImplementation(() => {
    throw Object.assign(new Error("uv_os_get_passwd returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
  });
  try {
    expect(await keepsake(service, "key", "create", "--pid", store.pid, "--name", "server")).toContain("ks_");
  } finally {
    userInfo.mockRestore();
  }
  const user = `uid ${process.geteuid?.()}`;
  expect((await logOf(store)).body["items"]).toMatchObject([
    { actor: { kind: "operator", id: user, name: `${user} (command line)` }, action: "command.key create" },
  ]);
});
