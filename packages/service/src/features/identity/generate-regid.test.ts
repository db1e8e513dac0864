import { expect, test } from "vitest";
import { anEmail, aService, aStore } from "../../../test/fixtures/service.ts";

const service = aService();

test("the same email always gives the same regid", async () => {
  const store = await aStore(service);
  const useremail = anEmail();
  const [first, second] = [await store.generateRegid({ useremail }), await store.generateRegid({ useremail })];

  expect(first.status).toBe(200);
  expect(second.body.regid).toBe(first.body.regid);
});
