import { expect, test } from "vitest";
import { aMember, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore, refusalOf } from "../../../../test/fixtures/service.ts";
import { createStore } from "../create-store.ts";
import { SCOPES_OF_ROLE } from "./roles.ts";

const service = aService();
const PATHS = ["/storeadmin/v3/members/invite", "/storeadmin/v3/members/change-role"];

test("a key gives no role that may do more than itself, neither to somebody new nor to a member", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  await aMember(service, store, "owner");
  const viewer = await aMember(service, store, "viewer");
  const { key } = await store.aKey(["team", ...SCOPES_OF_ROLE.support]);
  for (const path of PATHS) {
    const give = (role: string, asKey: string) => store.admin(path, { email: viewer.email, role }, { key: asKey });
    for (const [role, scope] of [
      ["owner", "people:addresses"],
      ["manager", "people:addresses"],
    ] as const) {
      const refused = await give(role, key);
      expect(refusalOf(refused)).toMatchObject({ status: 403, type: "missing-scope" });
      expect(refused.body.msg).toContain(`does not have the scope ${scope}, so it cannot make somebody ${role}`);
    }
    expect((await give("support", key)).status).toBe(200);
    expect((await give("owner", store.key)).status, "admin stands for all scopes").toBe(200);
    const all = await store.aKey([...SCOPES_OF_ROLE.owner]);
    expect((await give("manager", all.key)).status).toBe(200);
  }
  const invited = await store.admin(PATHS[0] as string, { email: anEmail(), role: "owner" }, { key });
  expect(invited.status).toBe(403);
  const { body } = await store.admin("/storeadmin/v3/members", undefined, { method: "GET" });
  expect(body["members"]).toHaveLength(2);
});

test("a key does not change the members of an organisation with several stores, and an owner does", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const owner = await aMember(service, store, "owner");
  const { email } = await aMember(service, store, "viewer");
  const { db, seal, config } = service.deps;
  await db.asOperator((tx) => createStore(tx, seal, { name: "Second", shards: config.shards, besides: store.pid }));
  for (const path of [...PATHS, "/storeadmin/v3/members/remove"])
    expect(refusalOf(await store.admin(path, { email, role: "owner" }))).toMatchObject({
      status: 403,
      type: "key-of-one-store",
    });
  const stepUp = await stepUpByPassword(owner);
  const done = await owner.call("/storeadmin/v3/members/remove", { json: { email }, stepUp });
  expect(done.status).toBe(200);
});

test("an owner gives any role", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  const stepUp = await stepUpByPassword(owner);
  const email = anEmail();
  for (const path of PATHS)
    expect((await owner.call(path, { json: { email, role: "owner" }, stepUp })).status).toBe(200);
});
