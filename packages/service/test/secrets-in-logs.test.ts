import { expect, test } from "vitest";
import { identitySecret } from "../src/features/stores/store.ts";
import { createLog } from "../src/platform/log.ts";
import { signAssertion } from "./fixtures/assertion.ts";
import { connectAsSuperuser, look } from "./fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, basic } from "./fixtures/service.ts";
import { TEST_SECRET } from "./fixtures/shared.ts";

function aNoisyService() {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  return { lines, log, service: aService({ log }) };
}

test("no key, session, email or uuid is written to the log, whichever call is made and however it fails", async () => {
  const { lines, service } = aNoisyService();
  const store = await aStore(service);
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  const secret = identitySecret(await store.record());
  const assertion = await signAssertion(secret, { email: account.useremail });
  const badUuid = `bad-${aUuid()}`;

  await store.sync({ regid: guest.regid, useremail: account.useremail }, { headers: { "idempotency-key": "k" } });
  await store.sync({ regid: guest.regid, useremail: anEmail() });
  await store.register({ uuid: guest.uuid, sessionid: guest.sessionid, assertion });
  await store.register({ uuid: badUuid });
  await store.generateRegid({ useremail: account.useremail }, { headers: { origin: "https://shop.example" } });
  await store.generateRegid({ uuid: badUuid }, { headers: { authorization: basic(store.pid, `${store.key}x`) } });

  // Two errors of Postgres: a call that times out waiting for a lock, and one whose detail contains a row.
  const locker = await connectAsSuperuser();
  await locker.query("begin");
  await locker.query("select from shoppers where store_id = $1 for update", [store.id]);
  const blocked = await store.revokeSessions({ useremail: account.useremail }, { retry: false });
  await locker.query("rollback");
  await locker.end();
  const insertDuplicate = "insert into shoppers select * from shoppers where store_id = $1 and email is not null";
  const duplicate = await look(insertDuplicate, [store.id]).catch((error: unknown) => error);
  expect(duplicate).toMatchObject({ code: "23505", detail: expect.stringContaining("already exists") });
  service.deps.log.error({ error: duplicate }, "An error with its detail");

  expect(blocked.status).toBe(503);
  expect(lines.length).toBeGreaterThan(1);
  const written = lines.join("");
  const canaries = {
    key: store.key.split("_")[2],
    session: guest.sessionid,
    accountSession: account.sessionid,
    regid: guest.regid,
    regidInside: Buffer.from(account.regid, "base64url").toString("hex"),
    email: account.useremail,
    uuid: guest.uuid,
    badUuid,
    assertion,
    identitySecret: secret,
    masterSecret: TEST_SECRET,
  };
  const found = Object.entries(canaries).filter(([, canary]) => written.includes(String(canary)));
  expect(found.map(([name]) => name)).toEqual([]);
});

test("control: an email under a field name that is not redacted is found in the log", () => {
  const { lines, log } = aNoisyService();
  log.info({ note: "canary@example.com", body: "hidden@example.com", a: { b: { email: "hidden@example.com" } } }, "x");
  expect(lines.join("")).toContain("canary@example.com");
  expect(lines.join("")).not.toContain("hidden@example.com");
});
