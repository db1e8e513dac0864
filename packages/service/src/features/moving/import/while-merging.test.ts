import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder, anInstallation, importText } from "../../../../test/fixtures/moving.ts";
import { good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { importFile } from "./import-file.ts";
import type { KindName } from "./kinds.ts";

type Shop = Awaited<ReturnType<typeof anInstallation>>;

/** Imports a file, and stops before the first statement with these words until `release` is called. */
async function importWithPause(shop: Shop, { kind, text, before }: { kind: KindName; text: string; before: string }) {
  const path = join(await aFolder(), "file.csv");
  await writeFile(path, text);
  const { db, hashAddress, stores } = shop.service.deps;
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pausing = (tx: StoreTx): StoreTx =>
    Object.assign(async (words: TemplateStringsArray, ...values: unknown[]) => {
      if (words.join("").includes(before)) {
        reached.resolve();
        await released.promise;
      }
      return tx(words, ...values);
    }, tx);
  const paused: typeof db = { ...db, inStore: (id, work, tx) => db.inStore(id, (inside) => work(pausing(inside)), tx) };
  const store = await stores.getByPid(shop.store.pid);
  const done = importFile({ db: paused, hashAddress }, store, { path, kind, mapping: null });
  whenDone(async () => released.resolve());
  await Promise.race([reached.promise, done]);
  return { done, release: released.resolve };
}

const isAnyWaiting = async ({ ask }: Shop) =>
  (await ask("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).length >
  0;

const OWNERS =
  "select l.name, s.email, l.count from lists l join shoppers s on s.id = l.shopper_id where l.moved_to is null";

test("a login waits for an import of the guest's lists, which belong to the account afterwards", async () => {
  const shop = await anInstallation();
  const guest = await shop.store.aGuest();
  const { useremail } = await shop.store.anAccount();
  await listsOf(shop.store, guest).create("First");
  const text = `list,uuid,name\n1,${guest.uuid},Moved\n`;
  const { done, release } = await importWithPause(shop, { kind: "lists", text, before: "insert into lists" });
  const merging = shop.store.sync({ regid: guest.regid, useremail });
  await expect.poll(() => isAnyWaiting(shop)).toBe(true);
  release();
  expect((await done).rows).toMatchObject({ imported: 1 });
  good(await merging);
  expect(await shop.ask(`${OWNERS} order by 1`)).toEqual([
    { name: "First", email: useremail, count: 0 },
    { name: "Moved", email: useremail, count: 0 },
  ]);
});

test("items of a list that a login unites with another one meanwhile are on that one", async () => {
  const shop = await anInstallation();
  const guest = await shop.store.aGuest();
  const account = await shop.store.anAccount();
  await listsOf(shop.store, account).create("Mine");
  await importText(shop, "lists", `list,uuid,name,leadsTo\n1,${guest.uuid},Mine,\n2,${guest.uuid},Mine,1\n`);
  const text = "list,variant\n1,a\n2,b\n";
  const { done, release } = await importWithPause(shop, { kind: "items", text, before: "for no key update" });
  good(await shop.store.sync({ regid: guest.regid, useremail: account.useremail }));
  release();
  expect((await done).rows).toMatchObject({ imported: 2, refused: 0 });
  expect(await shop.ask(OWNERS)).toEqual([{ name: "Mine", email: account.useremail, count: 2 }]);
});

test("items of a list that is deleted meanwhile are refused, and so is a list that leads to it", async () => {
  const shop = await anInstallation();
  const account = await shop.store.anAccount();
  const lists = listsOf(shop.store, account);
  for (const kind of ["items", "lists"] as const) {
    const lid = await lists.create("Mine");
    const text = kind === "items" ? `list,variant\n${lid},1\n` : `list,email,leadsTo\n1,${account.useremail},${lid}\n`;
    const { done, release } = await importWithPause(shop, { kind, text, before: "for no key update" });
    good(await lists.post("delete-list", { lid }));
    release();
    const reason = kind === "items" ? "unknown-list" : "unknown-target";
    expect(await done).toMatchObject({ rows: { imported: 0 }, refused: [{ reason }] });
  }
});
