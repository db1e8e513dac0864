import { expect, test } from "vitest";
import { anInstallation, importText } from "../../../../test/fixtures/moving.ts";
import { newestId } from "../../../platform/db/new-ids.ts";
import { readLists } from "./read-lists.ts";

test("a page of items ends before it has too many, and has at least one list", async () => {
  const shop = await anInstallation();
  await importText(
    shop,
    "lists",
    `list,email\n${["a", "b", "c", "d", "e"].map((id) => `${id},a@example.com`).join("\n")}\n`,
  );
  const counts = [6_000, 6_000, 0, 50_000, 1];
  const lists = await shop.ask<{ id: string }>("select id from lists order by id");
  for (const [index, { id }] of lists.entries())
    await shop.ask("update lists set count = $1 where id = $2", [counts[index], id]);
  const pages: (number | undefined)[][] = [];
  for (let after = "0"; ; ) {
    const from = after;
    const page = await shop.store.inStore(async (tx) =>
      readLists.items(tx, { after: from, until: await newestId(tx), limit: 500 }),
    );
    const last = page.at(-1);
    if (!last) break;
    pages.push(page.map(({ at }) => counts[lists.findIndex(({ id }) => id === at)]));
    after = last.at;
  }
  expect(pages).toEqual([[6_000], [6_000, 0], [50_000], [1]]);
});
