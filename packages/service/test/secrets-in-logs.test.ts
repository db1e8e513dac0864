import { expect, test } from "vitest";
import { identitySecret } from "../src/features/stores/store.ts";
import { createLog } from "../src/platform/log.ts";
import { signAssertion } from "./fixtures/assertion.ts";
import { connectAsSuperuser, look } from "./fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, basic, TEST_SECRET } from "./fixtures/service.ts";

function aNoisyService() {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  return { lines, log, service: aService({ log }) };
}

test("no key, session, email or uuid is written to the log, whatever is called and however it fails", async () => {
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

  // A refusal by Postgres whose detail holds a row, and one that is logged: somebody holds what the call needs.
  const holder = await connectAsSuperuser();
  await holder.query("begin");
  await holder.query("select from shoppers where store_id = $1 for update", [store.id]);
  const blocked = await store.revokeSessions({ useremail: account.useremail });
  await holder.query("rollback");
  await holder.end();
  const insertAgain = "insert into shoppers select * from shoppers where store_id = $1 and email is not null";
  const duplicate = await look(insertAgain, [store.id]).catch((error: unknown) => error);
  expect(duplicate).toMatchObject({ code: "23505", detail: expect.stringContaining("already exists") });
  service.parts.log.error({ error: duplicate }, "As it would be logged");

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

test("what is written under an innocent name is found, so that nothing found means something", () => {
  const { lines, log } = aNoisyService();
  log.info({ note: "canary@example.com", body: "hidden@example.com", a: { b: { email: "hidden@example.com" } } }, "x");
  expect(lines.join("")).toContain("canary@example.com");
  expect(lines.join("")).not.toContain("hidden@example.com");
});
