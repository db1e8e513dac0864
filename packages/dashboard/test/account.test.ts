import { expect, test } from "vitest";
import { PASSWORD, signIn, totpCode } from "../../service/test/fixtures/members.ts";
import { aStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";

const { service, aMemberAt } = await aDashboard();

test("a new member protects the account with a password, an app and a passkey, and signs out everywhere", async () => {
  const { page, problems, email } = await aMemberAt(await aStore(service), "viewer");
  const elsewhere = await signIn(service, email);
  await press(page, email);
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await says(page, "Protect your account");
  await looksRight(page, "account");
  await press(page, "Sign out everywhere else");
  await says(page, "Signed out everywhere else");
  expect((await elsewhere.me()).status).toBe(401);

  await press(page, "Set a password");
  await page.getByRole("textbox", { name: "New password" }).fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await says(page, "The password is set");
  await expect.poll(() => page.getByText("Protect your account").count()).toBe(0);

  await press(page, "Set up an app");
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await press(page, "Next");
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await press(page, "Confirm");
  const uri = await page.getByRole("link", { name: "Open in an app on this device" }).getAttribute("href");
  await looksRight(page, "account-app");
  await page.getByLabel("Code that the app shows").fill(totpCode(uri ?? ""));
  await press(page, "Finish");
  await says(page, "The app is set up");

  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await press(page, "Add a passkey");
  await page.getByLabel("Name of the passkey").fill("Work laptop");
  await press(page, "Next");
  await page.getByRole("button", { name: "Remove the passkey Work laptop" }).waitFor();

  await page.getByRole("region", { name: "You", exact: true }).getByText("Deutsch").click();
  await page.getByRole("heading", { level: 1, name: "Ihr Konto" }).waitFor();
  await press(page, "Überall abmelden");
  await page.getByLabel("E-Mail-Adresse").waitFor();
  expect(problems).toEqual([]);
});
