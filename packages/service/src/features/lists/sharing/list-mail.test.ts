import { expect, test } from "vitest";
import type { VariantId } from "../../../platform/ids.ts";
import { listMail } from "./list-mail.ts";

test("a mail shows a list of 50 items with long titles and links that HTML escapes", () => {
  const url = `https://shop.example/?${"&".repeat(2_000)}`;
  const product = { title: "&".repeat(500), url, imageUrl: url };
  const variant = {
    id: "1" as VariantId,
    market: null,
    platformId: "1",
    productId: "1",
    product,
    prices: [],
    written: { itemStarts: [] },
  };
  const item = { variantId: variant.id, addedAt: 0, updatedAt: 0, quantity: 1, flags: 0, details: null };
  const { html } = listMail({
    to: "bob@example.com",
    fromName: "Ada",
    note: "",
    store: { name: "A shop", settings: {} },
    list: { name: "Alpine weekend" },
    entries: Array.from({ length: 50 }, () => ({ item, variant })),
  });
  expect(html.split(`href="https://shop.example/?${"&amp;".repeat(2_000)}"`)).toHaveLength(51);
  expect(html.split(`>${"&amp;".repeat(500)}<`)).toHaveLength(51);
});
