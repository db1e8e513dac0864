import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { aService, aStore, aUuid } from "../../../test/fixtures/service.ts";
import type { StoreId } from "../../platform/ids.ts";
import { createStore } from "./create-store.ts";
import { secretOf } from "./store.ts";

const service = aService();
const { db, seal, config } = service.deps;

test("a pid that is taken is refused", async () => {
  const pid = `shop-${aUuid()}`;
  const create = () => db.asOperator((tx) => createStore(tx, seal, { name: "A", pid, shards: config.shards }));
  await create();
  await expect(create()).rejects.toMatchObject({ kind: "invalid", type: "pid-taken" });
});

test("a store cannot join the organisation of one that has none or does not exist, and the text says which", async () => {
  const { id, pid } = await aStore(service);
  const besides = (other: string) =>
    db.asOperator((tx) => createStore(tx, seal, { name: "A", shards: config.shards, besides: other }));
  await besides(pid);
  await look("update stores set organisation_id = null where id = $1", [id]); // as an older version created it
  await expect(besides(pid)).rejects.toMatchObject({ type: "no-organisation" });
  await expect(besides("no-such-store")).rejects.toMatchObject({ type: "unknown-store" });
});

test("stores that are created at once get distinct ids, spread over the shards of the cell", async () => {
  const shards = { first: 100, last: 103 };
  const created = await Promise.all(
    Array.from({ length: 12 }, () => db.asOperator((tx) => createStore(tx, seal, { name: "A", shards }))),
  );
  const ids = created.map(({ id }) => id);
  expect(new Set(ids).size).toBe(12);
  const perShard = Map.groupBy(ids, (id) => id >> 19);
  expect(new Set(perShard.keys())).toEqual(new Set([100, 101, 102, 103]));
});

test("the database stores the secret of a store sealed, and each store has its own", async () => {
  const [one, other] = [await aStore(service), await aStore(service)];
  const sealed = await look<{ id: StoreId; secret: Buffer }>(
    "select id, sealed_secret as secret from stores where id = any($1)",
    [[one.id, other.id]],
  );
  const opened = sealed.map(({ id, secret }) => seal.open(secret, secretOf(id)).toString("hex"));
  expect(new Set(opened).size).toBe(2);
  for (const [index, { secret }] of sealed.entries()) expect(secret.toString("hex")).not.toContain(opened[index]);
});
