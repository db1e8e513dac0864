import { expect, test } from "vitest";
import { pruneInPages } from "./prune-in-pages.ts";

/** Pages of these sizes, and then empty ones. */
function somePages(...sizes: number[]) {
  let pages = 0;
  return { deletePage: async () => sizes[pages++] ?? 0, pages: () => pages };
}

test("pages are deleted until one is empty, also after a short page", async () => {
  const { deletePage, pages } = somePages(1_000, 3, 1_000);
  expect(await pruneInPages(deletePage)).toBe(2_003);
  expect(pages()).toBe(4);
});

test("a run ends when its time is over, and has then deleted at least one page", async () => {
  const { deletePage, pages } = somePages(1_000, 1_000);
  expect(await pruneInPages(deletePage, 0)).toBe(1_000);
  expect(pages()).toBe(1);
});
