import { expect, test } from "vitest";
import { aDatabase } from "../../../packages/service/test/fixtures/database.ts";
import { whenDone } from "../../../packages/service/test/fixtures/when-done.ts";
import { createPool, migrate } from "../src/database.ts";
import { createInstallations } from "../src/installations.ts";
import { createRequests } from "../src/requests.ts";
import { resealAll } from "../src/reseal.ts";
import { createSeal } from "../src/seal.ts";
import { createTickets } from "../src/tickets.ts";

const OLD = "an-old-secret-of-enough-characters-0001";
const NEW = "a-new-secret-of-enough-characters-00002";
const CHANGED = "unable to authenticate";
const context = { purpose: "tokens", owner: "shopify:tarn" } as const;

test("a sealed value opens only for its shop, its purpose and a known secret, and not when a byte was changed", () => {
  const sealed = createSeal([OLD]).seal("shpat_1", context);
  expect(sealed.toString("latin1")).not.toContain("shpat_1");
  expect(createSeal([NEW, OLD]).open(sealed, context)).toBe("shpat_1");
  expect(() => createSeal([NEW]).open(sealed, context)).toThrow("CONNECTOR_SECRET");
  const seal = createSeal([OLD]);
  expect(() => seal.open(sealed, { ...context, owner: "shopify:other" })).toThrow(CHANGED);
  expect(() => seal.open(sealed, { ...context, purpose: "keepsake-key" })).toThrow(CHANGED);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed, context)).toThrow(/unable to authenticate|CONNECTOR_SECRET/);
  }
});

test("a ticket is read until it ends, for its purpose alone, and not when it was changed", () => {
  let now = 1_000_000;
  const clock = () => now;
  const ticket = createTickets({ secrets: [OLD], clock }).issue("visit", "tarn", 60_000);
  const tickets = createTickets({ secrets: [NEW, OLD], clock });
  expect(tickets.read("visit", ticket)).toBe("tarn");
  expect(tickets.read("install", ticket)).toBeUndefined();
  expect(tickets.read("visit", `${ticket}A`)).toBeUndefined();
  expect(tickets.read("visit", "")).toBeUndefined();
  expect(createTickets({ secrets: [NEW], clock }).read("visit", ticket)).toBeUndefined();
  now += 60_000;
  expect(tickets.read("visit", ticket)).toBeUndefined();
});

test("after a start with both secrets, everything opens with the new one alone", async () => {
  const pool = createPool(await aDatabase());
  whenDone(() => pool.end());
  await migrate(pool);
  const platform = "shopify";
  const using = (...secrets: [string, ...string[]]) => ({ pool, platform, seal: createSeal(secrets) });
  const now = new Date();
  const before = createInstallations(using(OLD));
  for (const shop of ["tarn", "fell"]) {
    await before.install(shop, `tokens of ${shop}`, now);
    await before.connect(shop, { pid: shop, key: `key of ${shop}`, identitySecret: undefined }, now);
  }
  const request = { shop: "tarn", kind: "data", source: "1", detail: "a customer", receivedAt: now, dueAt: undefined };
  await createRequests(using(OLD)).add(request);
  await expect(resealAll(using(NEW))).rejects.toThrow("CONNECTOR_SECRET");

  await resealAll(using(NEW, OLD));
  const after = createInstallations(using(NEW));
  for (const shop of ["tarn", "fell"])
    expect(await after.find(shop)).toMatchObject({ tokens: `tokens of ${shop}`, store: { key: `key of ${shop}` } });
  expect(await createRequests(using(NEW)).listOpen("tarn", "data")).toMatchObject([{ detail: "a customer" }]);
});

test("a reconcile that is asked for while one runs begins when that one ends, and another store begins anew", async () => {
  const pool = createPool(await aDatabase());
  whenDone(() => pool.end());
  await migrate(pool);
  const installations = createInstallations({ pool, platform: "shopify", seal: createSeal([NEW]) });
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const store = (pid: string) => ({ pid, key: "key", identitySecret: undefined });
  const run = async (minute: number, during = async () => {}) => {
    expect(await installations.claimReconcile(at(minute), at(minute + 2))).toMatchObject({ shop: "tarn" });
    await during();
    await installations.endReconcile("tarn", {
      startedAt: at(minute),
      next: at(minute + 16),
      from: at(minute),
      failures: 0,
    });
  };
  await installations.install("tarn", "", at(0));
  await installations.connect("tarn", store("first"), at(0));
  await run(1, () => installations.reconcileNow("tarn", at(2)));
  await run(3);
  expect(await installations.claimReconcile(at(4), at(6))).toBeUndefined();
  await run(20, () => installations.connect("tarn", store("second"), at(21)));
  expect((await installations.find("tarn"))?.reconciledFrom).toBeUndefined();
  await run(22);
  await installations.connect("tarn", store("second"), at(23)); // a new key
  expect((await installations.find("tarn"))?.reconciledFrom).toEqual(at(22));
});
