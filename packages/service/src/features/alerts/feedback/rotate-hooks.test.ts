import { expect, test } from "vitest";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { endOldHooks, rotateHooks } from "../../stores/rotate-hooks.ts";

const service = aService();
const { db, hooks, stores } = service.deps;

async function aHookedStore() {
  const store = await aStore(service);
  const urlNow = async () => {
    stores.clear();
    return hooks.urlOf("mail", await store.record());
  };
  const use = async (url: string) => {
    stores.clear();
    const { pathname, searchParams } = new URL(url);
    const query = { token: searchParams.get("token") ?? "" };
    return (await store.browser(pathname, undefined, { json: { events: [] }, query })).status;
  };
  const rotate = (overlapSeconds = 60) => db.asOperator((tx) => rotateHooks(tx, store.pid, { overlapSeconds }));
  const endOld = () => db.asOperator((tx) => endOldHooks(tx, store.pid));
  return { urlNow, use, rotate, endOld };
}

test("a replaced webhook address works for a while, and the one before no longer", async () => {
  const store = await aHookedStore();
  const first = await store.urlNow();
  await store.rotate();
  const second = await store.urlNow();
  expect(second).not.toBe(first);
  expect([await store.use(first), await store.use(second)]).toEqual([200, 200]);
  await store.rotate();
  const third = await store.urlNow();
  expect([await store.use(first), await store.use(second), await store.use(third)]).toEqual([401, 200, 200]);
});

test("a replaced webhook address ends when its time is over, or when the operator ends it", async () => {
  const store = await aHookedStore();
  const first = await store.urlNow();
  await store.rotate(-1);
  expect(await store.use(first)).toBe(401);
  const second = await store.urlNow();
  await store.rotate();
  expect(await store.use(second)).toBe(200);
  await store.endOld();
  expect([await store.use(second), await store.use(await store.urlNow())]).toEqual([401, 200]);
});
