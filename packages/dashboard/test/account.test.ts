import type { Page } from "playwright-core";
import decodeQr from "qr/decode.js";
import { expect, test } from "vitest";
import { PASSWORD, signIn, totpCode } from "../../service/test/fixtures/members.ts";
import { aStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";
import { aProvableMember, confirm } from "./proof.ts";

const dashboard = await aDashboard();
const { url, service, aMemberAt, aWindow } = dashboard;

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

test("a camera reads the key of the app from its picture, in dark mode too, and the app's code signs in", async () => {
  const store = await aStore(service, { settings: { setup: { finishedAt: "2026-11-15T09:30:00Z" } } });
  const { page, problems, email } = await aProvableMember(dashboard, store, "viewer");
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto(`${url}/dashboard/account`);
  await press(page, "Set up an app");
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await press(page, "Next");
  await confirm(page);
  const { pixels, isFramedInWhite } = await photograph(page, "QR code with the key for your app");
  expect(isFramedInWhite).toBe(true);
  const scanned = decodeQr(pixels);
  expect(scanned).toBe(await page.getByRole("link", { name: "Open in an app on this device" }).getAttribute("href"));
  // Reading a picture keeps this process busy, and the service in it may refuse calls for a moment.
  await expect.poll(async () => (await fetch(`${url}/dashboard/auth/get-session`)).status).toBe(200);
  await page.getByLabel("Code that the app shows").fill(totpCode(scanned));
  await press(page, "Finish");
  await says(page, "The app is set up");

  const second = await aWindow();
  await second.page.goto(`${url}/dashboard`);
  await second.page.getByLabel("Email address").fill(email);
  await press(second.page, "Use a password");
  await second.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await press(second.page, "Sign in");
  await second.page.getByLabel("Code of the app").fill(totpCode(scanned));
  await press(second.page, "Continue");
  await second.page.getByRole("navigation").first().waitFor();
  expect([...problems, ...second.problems]).toEqual([]);
});

/** What a camera sees of a picture on the page, and whether it has a white margin. */
async function photograph(page: Page, name: string) {
  const png = await page.getByRole("img", { name }).screenshot();
  const reader = await page.context().newPage(); // without the policy of the page
  const { width, height, base64 } = (await reader.evaluate(`(async () => {
    const picture = await createImageBitmap(await (await fetch("data:image/png;base64,${png.toString("base64")}")).blob());
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, base64: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join("")) };
  })()`)) as { width: number; height: number; base64: string };
  const rgba = Buffer.from(base64, "base64");
  // Four modules of four pixels, without the outermost, which the dialog may share.
  const isMargin = (at: number, size: number) => at < 15 || at >= size - 15;
  const isOutermost = (at: number, size: number) => at < 1 || at >= size - 1;
  const isFramedInWhite = rgba.every((value, index) => {
    const [x, y] = [(index >> 2) % width, Math.floor((index >> 2) / width)];
    const isAt = (part: typeof isMargin) => part(x, width) || part(y, height);
    return value === 255 || isAt(isOutermost) || !isAt(isMargin);
  });
  return { pixels: { width, height, data: Uint8ClampedArray.from(rgba) }, isFramedInWhite };
}
