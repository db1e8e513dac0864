import { expect, test } from "vitest";
import type { StoreId } from "../ids.ts";
import { mailSender } from "./sender.ts";

test("a sender with a maximum grants no more a second", () => {
  const sender = mailSender(async () => undefined, { perSecondMax: 3 });
  expect(sender.rate?.take(1 as StoreId, 100).granted).toBe(1);
});
