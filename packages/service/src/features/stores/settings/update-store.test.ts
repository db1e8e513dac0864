import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, aUuid } from "../../../../test/fixtures/service.ts";
import { createStore } from "../create-store.ts";
import { updateStore } from "./update-store.ts";

const service = aService();
const { db, seal, config } = service.parts;

test("what is given is set, what is not given stays, and null goes back to the default", async () => {
  const store = await aStore(service);
  await store.set({ origins: ["https://shop.example"] });
  const both = await store.set({ sessionTtlDays: 7 });
  expect(both).toMatchObject({ origins: ["https://shop.example"], sessionTtlDays: 7 });

  const after = await store.set({ origins: null });
  expect(after).not.toHaveProperty("origins");
  expect(after).toMatchObject({ sessionTtlDays: 7 });
});

test("a limit that is given leaves the other limits of the store alone", async () => {
  const store = await aStore(service);
  await store.set({ limits: null });
  await store.set({ limits: { key: { points: 5, seconds: 10 } } });
  const { limits } = await store.set({ limits: { visitor: { points: 7, seconds: 20 } } });
  expect(limits).toEqual({ key: { points: 5, seconds: 10 }, visitor: { points: 7, seconds: 20 } });

  expect(await store.set({ limits: null })).not.toHaveProperty("limits");
});

test("a store that does not exist is not set", async () => {
  await expect(db.asOperator((tx) => updateStore(tx, "no-such-store", {}))).rejects.toMatchObject({
    type: "unknown-store",
  });
});

test("a pid is given once", async () => {
  const pid = `shop-${aUuid()}`;
  const create = () => db.asOperator((tx) => createStore(tx, seal, { name: "A", pid, shards: config.shards }));
  await create();
  await expect(create()).rejects.toMatchObject({ kind: "invalid", type: "pid-taken" });
});

test("stores made at once have ids of their own, spread over the shards of the cell", async () => {
  const shards = { first: 100, last: 103 };
  const made = await Promise.all(
    Array.from({ length: 12 }, () => db.asOperator((tx) => createStore(tx, seal, { name: "A", shards }))),
  );
  const ids = made.map(({ id }) => id);
  expect(new Set(ids).size).toBe(12);
  const perShard = Map.groupBy(ids, (id) => id >> 19);
  expect(new Set(perShard.keys())).toEqual(new Set([100, 101, 102, 103]));
});

test("the secret of a store rests sealed, and each store has its own", async () => {
  const [one, other] = [await aStore(service), await aStore(service)];
  const sealed = await look<{ secret: Buffer }>("select sealed_secret as secret from stores where id = any($1)", [
    [one.id, other.id],
  ]);
  const opened = sealed.map(({ secret }) => seal.open(secret).toString("hex"));
  expect(new Set(opened).size).toBe(2);
  for (const [index, { secret }] of sealed.entries()) expect(secret.toString("hex")).not.toContain(opened[index]);
});
