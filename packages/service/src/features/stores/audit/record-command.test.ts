import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { recordCommand } from "./record-command.ts";

const service = aService();
const { db } = service.deps;

test("a command about a store is in the store's log, without secrets, and merchants see it", async () => {
  const store = await aStore(service, { scopes: ["audit"] });
  const options = { pid: store.pid, code: "12345678", origins: ["https://shop.example"], json: true };
  await db.asOperator((tx) => recordCommand(tx, { command: "sender verify", options }));
  const { body, text } = await store.admin("/storeadmin/v3/audit", undefined, { method: "GET" });
  expect(body["items"]).toMatchObject([
    {
      actor: { kind: "operator" },
      action: "command.sender verify",
      details: { pid: store.pid, code: "…", origins: ["https://shop.example"] },
    },
  ]);
  expect(text).not.toContain("12345678");
});

test("a command about the whole installation is in no store's log", async () => {
  await db.asOperator((tx) => recordCommand(tx, { command: "secret rotate", options: { note: "x".repeat(500) } }));
  const [entry] = await look<{ store_id: number | null; details: { note: string } }>(
    "select store_id, details from audit_log where action = 'command.secret rotate' order by id desc limit 1",
  );
  expect(entry?.store_id).toBeNull();
  expect(entry?.details.note).toHaveLength(201);
});
