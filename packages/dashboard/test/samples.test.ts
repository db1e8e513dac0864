import { expect, test } from "vitest";
import { rollUp } from "../../service/test/fixtures/roll-up.ts";
import { aStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";

const { service, url, aMemberAt } = await aDashboard();

test("an owner of a new store looks around with sample data, and removes it", async () => {
  const store = await aStore(service);
  const { page, problems } = await aMemberAt(store);
  await page.goto(`${url}/dashboard/setup`);
  await press(page, "Look around");
  await says(page, /This is sample data/);
  await rollUp(service.deps.db);
  await page.goto(`${url}/dashboard`);
  await says(page, /This is sample data/);
  await looksRight(page, "sample-data");
  await press(page, "Remove");
  await page.getByLabel(/remove/).fill("remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText(/This is sample data/).waitFor({ state: "detached" });
  await page.goto(`${url}/dashboard/setup`);
  await says(page, "Look around with sample data");
  expect(problems).toEqual([]);
});

test("a viewer is not offered sample data", async () => {
  const { page } = await aMemberAt(await aStore(service), "viewer");
  await page.goto(`${url}/dashboard/setup`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText("Look around with sample data").count()).toBe(0);
});
