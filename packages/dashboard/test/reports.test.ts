import { expect, test } from "vitest";
import { look } from "../../service/test/fixtures/database.ts";
import { aStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";

const { url, service, aMemberAt } = await aDashboard();

test("a viewer orders weekly reports and a threshold, and ends them again", async () => {
  const store = await aStore(service);
  const { page, problems, email } = await aMemberAt(store, "viewer");
  const stored = () =>
    look(
      `select daily_due_at is not null as daily, weekly_due_at is not null as weekly, threshold, language
       from report_preferences where store_id = $1 and email = $2`,
      [store.id, email],
    );
  await page.goto(`${url}/dashboard/account`);
  await page.getByRole("switch", { name: "Every week" }).click();
  await page.getByRole("switch", { name: "When many people wait" }).click();
  await page.getByLabel("People waiting").fill("25");
  await press(page, "Save");
  await says(page, "Saved.");
  expect(await stored()).toEqual([{ daily: false, weekly: true, threshold: 25, language: "en" }]);
  await looksRight(page, "account-reports");
  await page.reload();
  await page.getByRole("switch", { name: "Every week" }).click();
  await page.getByRole("switch", { name: "When many people wait" }).click();
  await press(page, "Save");
  await says(page, "Saved.");
  expect(await stored()).toEqual([]);
  expect(problems).toEqual([]);
});
