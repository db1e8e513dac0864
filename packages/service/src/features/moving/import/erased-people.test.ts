import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepsake } from "../../../../test/fixtures/command-line.ts";
import { aFolder, anInstallation, exportTo, importText } from "../../../../test/fixtures/moving.ts";
import { good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

type Shop = Awaited<ReturnType<typeof anInstallation>>;
const erase = ({ service, store }: Shop, ...named: readonly string[]) =>
  keepsake(service, "person", "erase", "--pid", store.pid, ...named);
const namesOf = async ({ ask }: Shop) =>
  (await ask<{ name: string }>("select name from lists order by 1")).map(({ name }) => name);

test("no file brings back a list of a guest who was erased, and the export does not have them", async () => {
  const shop = await anInstallation();
  const guest = await shop.store.aGuest();
  await listsOf(shop.store, guest).create("Erased");
  await erase(shop, "--regid", guest.regid);
  expect(await readFile(join(await exportTo(shop), "shoppers.jsonl"), "utf8")).toBe("");
  const since = new Date().toISOString();
  const row = (name: string, createdAt: string) => `${name},${guest.uuid},${name},${createdAt}`;
  const text = ["list,uuid,name,createdAt", row("old", "2026-01-01"), row("undated", ""), row("new", since)].join("\n");
  const lists = await importText(shop, "lists", text);
  expect(lists).toMatchObject({ rows: { imported: 1 }, refused: [{ reason: "erased", lines: [2, 3] }] });
  expect(await namesOf(shop)).toEqual(["new"]);
  const items = await importText(
    shop,
    "items",
    `list,uuid,variant,addedAt\nnew,${guest.uuid},1,2026-01-01\nnew,${guest.uuid},2,${since}\n`,
  );
  expect(items).toMatchObject({ rows: { imported: 1 }, refused: [{ reason: "erased", lines: [2] }] });
});

test("an erased guest who came back, and logged in, does not get the lists from before", async () => {
  const shop = await anInstallation();
  const guest = await shop.store.aGuest();
  await listsOf(shop.store, guest).create("Erased");
  await erase(shop, "--regid", guest.regid);
  const old = `list,uuid,name,createdAt\na,${guest.uuid},Old,2026-01-01\n`;
  const again = () => importText(shop, "lists", old, { name: "again.csv" });
  const back = personFrom(await shop.store.generateRegid({ uuid: guest.uuid }));
  await listsOf(shop.store, back).create("Back");
  expect((await again()).refused).toMatchObject([{ reason: "erased" }]);
  good(await shop.store.sync({ regid: back.regid, useremail: "ann@example.com" }));
  expect((await again()).refused).toMatchObject([{ reason: "erased" }]);
  // An hour later, the regid stands for a new guest of the device.
  await shop.ask("update shoppers set merged_at = merged_at - interval '2 hours' where merged_at is not null");
  const next = personFrom(await shop.store.generateRegid({ uuid: guest.uuid }));
  await listsOf(shop.store, next).create("Next");
  expect((await again()).refused).toMatchObject([{ reason: "erased" }]);
  expect(await namesOf(shop)).toEqual(["Back", "Next"]);
});

const personFrom = (answer: Parameters<typeof good>[0]) => {
  const { regid, sessionid } = good(answer) as { regid: string; sessionid: string };
  return { regid, sessionid };
};

test("an erased account that came back does not get the lists from before, also within one file", async () => {
  const shop = await anInstallation();
  const { useremail } = await shop.store.anAccount();
  await erase(shop, "--email", useremail);
  const row = (name: string, createdAt: string) => `${name},${useremail},${name},${createdAt}`;
  const head = "list,email,name,createdAt";
  const before = await importText(shop, "lists", [head, row("old", "2026-01-01"), row("undated", "")].join("\n"));
  expect(before.refused).toMatchObject([{ reason: "erased", lines: [2, 3] }]);
  good(await shop.store.generateRegid({ useremail }));
  const text = [head, row("new", new Date().toISOString()), row("old", "2026-01-01"), row("undated", "")].join("\n");
  const after = await importText(shop, "lists", text);
  expect(after).toMatchObject({ rows: { imported: 1 }, refused: [{ reason: "erased", lines: [3, 4] }] });
  expect(await namesOf(shop)).toEqual(["new"]);

  // Somebody with alerts alone has no row that remembers the erasure.
  await erase(shop, "--email", "bob@example.com");
  const of = (name: string, createdAt: string) => `${name},bob@example.com,${name},${createdAt}`;
  const both = [head, of("new of Bob", new Date().toISOString()), of("old of Bob", "2026-01-01")].join("\n");
  const back = await importText(shop, "lists", both);
  expect(back).toMatchObject({ rows: { imported: 1 }, refused: [{ reason: "erased", lines: [3] }] });
});

test("after a restore, what was erased is known by the time of the erasure", async () => {
  const path = join(await aFolder(), "erasures.jsonl");
  const shop = await anInstallation({}, { KEEPSAKE_ERASURE_LOG: path });
  const guest = await shop.store.aGuest();
  await listsOf(shop.store, guest).create();
  await erase(shop, "--regid", guest.regid);
  const erasedAt = "select erased_at::text as at from shoppers where erased_at is not null";
  await shop.ask("update erasures set id = id - 1");
  await shop.ask("update shoppers set erased_at = null");
  const text = await readFile(path, "utf8");
  await writeFile(path, "");
  await appendFile(path, text.replace(/"at":"[^"]*"/, '"at":"2026-02-03T04:05:06.789Z"'));
  await keepsake(shop.service, "erasures", "replay", "--from", path);
  expect(await shop.ask(erasedAt)).toEqual([{ at: expect.stringMatching(/^2026-02-03 04:05:06.789/) }]);
});
