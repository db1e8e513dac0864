import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { getFreePort } from "../../../engines/get-free-port.ts";
import { addFirstMember } from "../../service/src/features/stores/members/add-first-member.ts";
import type { MemberRole } from "../../service/src/features/stores/members/roles.ts";
import { makeLoginLink } from "../../service/src/features/stores/sign-in/make-login-link.ts";
import { toEmail } from "../../service/src/platform/text/email.ts";
import { requestShared } from "../../service/test/fixtures/request-shared.ts";
import { anEmail, aService, type TestStore } from "../../service/test/fixtures/service.ts";
import { whenDone } from "../../service/test/fixtures/when-done.ts";

await requestShared("dashboard"); // built before the service reads its files
const executablePath = await requestShared("chromium");
const TIMEOUT_MS = 60_000;

/** A service that listens, and a browser for it. Call it at the top of a test file. */
export async function aDashboard(
  env: Record<string, string> = {},
  { tools = {} }: Pick<NonNullable<Parameters<typeof aService>[0]>, "tools"> = {},
) {
  const port = await getFreePort();
  const url = `http://localhost:${port}`;
  const service = aService({
    tools,
    env: { KEEPSAKE_PUBLIC_URL: url, KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", ...env },
  });
  let browser: Awaited<ReturnType<typeof chromium.launch>>;
  beforeAll(async () => {
    await service.http.listen({ port, host: "localhost" });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(() => browser.close());

  /** A window, and what went wrong in it: refusals of the page's policy and errors of scripts. */
  async function aWindow(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en", ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      // Chromium also reports answers such as 401, which the pages handle.
      const isAnswer = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isAnswer) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === url && !isDocumented(request.method(), pathname))
        problems.push(`${request.method()} ${pathname} is not in openapi.json`);
    });
    whenDone(() => context.close());
    return { page, problems };
  }

  /** A window in which somebody with this role is signed in, at the start of the dashboard. The setup of the store counts as
   *  finished, unless it is a new one: signing in to that opens the setup. */
  async function aMemberAt(
    store: TestStore,
    role: MemberRole = "owner",
    { isNewStore = false, ...options }: BrowserContextOptions & { isNewStore?: boolean } = {},
  ) {
    if (!isNewStore) await store.set({ setup: { finishedAt: "2026-11-15T09:30:00Z" } });
    const email = toEmail(anEmail());
    await service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: store.id, email, role }));
    const window = await aWindow(options);
    await signIn(window.page, await makeLoginLink(service.deps, email));
    return { ...window, email };
  }
  return { url, service, aWindow, aMemberAt };
}

const { paths } = JSON.parse(await readFile(new URL("../../../openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, unknown>>;
};
/** The dashboard's own files and pages, and the routes for signing in, are not part of the management API. */
const isDocumented = (method: string, path: string) =>
  path === "/dashboard" || path.startsWith("/dashboard/") || paths[path]?.[method.toLowerCase()] !== undefined;

export async function signIn(page: Page, link: string) {
  await page.goto(link);
  await press(page, /^(Sign in|Anmelden)$/);
  await page.getByRole("navigation").first().waitFor();
}

export const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();
export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** A page of the shop, on an origin of its own. */
export async function aShopPage(html: string, { lang = "en" } = {}) {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><html lang="${lang}"><title>Tarn</title><h1>Jacket</h1>${html}`),
  );
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const axe = readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const LOOKS = [
  { look: "light", width: 1280, height: 900 },
  { look: "dark", width: 1280, height: 900 },
  { look: "phone", width: 360, height: 740 },
] as const;
const PICTURE_HEIGHT_MAX = 6_000;
/** Where `npm run pictures -- dashboard` wants its pictures. */
const pictures = process.env["KEEPSAKE_PICTURES"];

/** Changes of colour are over, too. One starts the next, because an element that inherits a colour follows its parent. */
const CHANGES_ENDED = `(async () => {
  const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
  for (let some = changes(); some.length > 0; some = changes())
    await Promise.allSettled(some.map(({ finished }) => finished));
})()`;

/** Checks a state of a page, light, dark and on a phone: axe finds nothing, and the page fits its window. */
export async function looksRight(page: Page, name: string) {
  const before = page.viewportSize();
  for (const { look, width, height } of LOOKS) {
    const scheme = look === "dark" ? "dark" : "light";
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    await page.evaluate(CHANGES_ENDED);
    await expectAccessible(page);
    if (pictures) await takePicture(page, join(pictures, `${name}-${look}.png`));
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before) await page.setViewportSize(before);
}

/** Of the whole page. The window grows to its height, because the menu is as high as the window. */
async function takePicture(page: Page, path: string) {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
  const whole = Number(await page.evaluate("document.documentElement.scrollHeight"));
  await page.setViewportSize({ width, height: Math.min(PICTURE_HEIGHT_MAX, Math.max(height, whole)) });
  await page.screenshot({ path });
}

async function expectAccessible(page: Page) {
  // The policy of the page refuses script elements; this one runs in a world of its own.
  await page.evaluate(await axe);
  const found = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html + ' ' + (any[0]?.message ?? '')).join(' ')))",
  );
  expect(found).toEqual([]);
  await expectNoSidewaysScroll(page);
}

async function expectNoSidewaysScroll(page: Page) {
  const [width, window] = (await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")) as number[];
  expect(width, "fits its window").toBeLessThanOrEqual(window ?? 0);
}
