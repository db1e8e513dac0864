import { expect, test } from "vitest";
import { startMailCatcher } from "../../../scripts/mail-catcher.ts";
import { anEmail } from "../../service/test/fixtures/service.ts";
import { whenDone } from "../../service/test/fixtures/when-done.ts";
import { aDemo, appears, openAndPress } from "./fixtures/demo.ts";

const catcher = await startMailCatcher({ smtpPort: 0, webPort: 0 });
whenDone(() => catcher.close());
const { aShop } = await aDemo(catcher);

test("the demo leads to a first alert: sign up, confirm from the mail page, restock, and the alert appears by itself", async () => {
  const { aDevice } = await aShop();
  const context = await aDevice();
  const shop = await context.newPage();
  const email = anEmail();

  await shop.goto("/");
  const opensMail = shop.waitForEvent("popup");
  await shop.getByRole("form", { name: "Demo" }).getByRole("link", { name: "mail" }).first().click();
  const mail = await opensMail;
  expect(await appears(mail.getByText("No mail yet."))).toBe(true);

  await shop.getByRole("form", { name: "Demo" }).getByRole("link", { name: "Fell Jacket, Moss / M" }).click();
  await shop.getByRole("button", { name: "Notify me when available" }).click();
  const dialog = shop.getByRole("dialog");
  await dialog.getByLabel("Your email address").fill(email);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Notify me" }).click();
  expect(await appears(shop.getByText("Almost there: check your inbox"))).toBe(true);

  // The mail page was opened before the mail was sent: the list updates without a reload.
  const mails = mail.getByRole("navigation", { name: "Mails" }).getByRole("link");
  await mails.first().click();
  await mail.waitForURL("**/mails/1");
  const body = mail.frameLocator("iframe");
  const opensConfirmation = mail.waitForEvent("popup");
  const link = body.locator('a[href*="/alerts/confirm"]').first();
  await link.click();
  await openAndPress(await opensConfirmation, (await link.getAttribute("href")) ?? "");

  await shop.bringToFront();
  await shop.keyboard.press("Escape");
  await shop.getByRole("button", { name: "Restock it" }).click();
  expect(await appears(shop.getByText("12 in stock"))).toBe(true);

  await mail.bringToFront();
  await mails.nth(1).waitFor();
  expect(await mails.first().textContent()).toMatch(/back/i);
  expect(mail.url()).toMatch(/\/mails\/1$/);
  expect(await body.locator('a[href*="/alerts/confirm"]').count()).toBeGreaterThan(0);
  await mails.first().click();
  expect(await appears(body.getByText("Fell Jacket"))).toBe(true);
});
