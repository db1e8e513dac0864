import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { anEmail } from "../../service/test/fixtures/service.ts";
import { PRODUCTS } from "../src/products.ts";
import { aDemo, appears, heartOf, isPressed, openAndPress, openPage } from "./fixtures/demo.ts";

const { aShop, mailTo, linkIn, mails } = await aDemo();
const TIMEOUT_MS = 60_000;
const SOLD_OUT = PRODUCTS[0]?.variants.find(({ stock }) => stock === 0)?.id ?? 0;

const SOLD_OUT_PAGE = `/p/fell-jacket?variant=${SOLD_OUT}`;
const AXE = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
/** `waitForFunction` would evaluate a text inside the page, which the page's content security policy forbids. */
const untilElementsAreDefined = async (page: Page) =>
  expect(
    await waitFor(() => page.evaluate<boolean>(`customElements.get("keepsake-heart") !== undefined`), TIMEOUT_MS),
  ).toBe(true);

async function save(page: Page, title: string) {
  await heartOf(page, title).click();
  expect(await isPressed(page, title)).toBe(true);
}
async function login(page: Page, email: string) {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/lists");
}
const isShown = (page: Page, text: string | RegExp) => appears(page.getByText(text));
const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name });
const refuse = (page: Page, call: string, status: number, headers: Record<string, string> = {}) =>
  page.route(`**/api/v3/${call}*`, (route) =>
    route.fulfill({
      status,
      headers: { "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after", ...headers },
      body: "{}",
    }),
  );

test("a guest who logs in keeps everything on every device, and logging out leaves nothing in the browser", async () => {
  const { aDevice } = await aShop();
  const desk = await openPage(await aDevice(), "/");
  await save(desk, "Fell Jacket");
  await save(desk, "Ferry Mug");
  const email = anEmail();
  await login(desk, email);
  expect(await appears(link(desk, "Fell Jacket"))).toBe(true);
  expect(await appears(link(desk, "Ferry Mug"))).toBe(true);

  const phone = await openPage(await aDevice(), "/");
  await save(phone, "Tarn Boot");
  await login(phone, email);
  for (const name of ["Tarn Boot", "Fell Jacket", "Ferry Mug"]) expect(await appears(link(phone, name))).toBe(true);

  await desk.goto("/login");
  await desk.getByRole("button", { name: "Log out" }).click();
  await desk.waitForURL((url) => url.pathname === "/");
  await desk.goto("/lists");
  expect(await isShown(desk, "Nothing saved yet")).toBe(true);
});

test("an item moves from the cart to saved for later and back, and is always in exactly one of the two", async () => {
  const { aPage } = await aShop();
  const page = await aPage("/p/drover-pack");
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.waitForURL("**/cart");
  await page.getByRole("button", { name: "Add one Drover Pack" }).click();
  await page.getByText("€330").first().waitFor();

  await page.getByRole("button", { name: "Save for later" }).click();
  expect(await isShown(page, "Your cart is empty")).toBe(true);
  expect(await isShown(page, "Saved for later")).toBe(true);
  expect(await page.locator("[data-cart-count]").textContent()).toBe("0");
  await page.reload();
  await page.getByRole("button", { name: "Move to cart Drover Pack" }).click();
  expect(await appears(page.getByRole("button", { name: "Remove one Drover Pack" }))).toBe(true);
  expect(await page.locator(".quantity").textContent()).toBe("2");
  expect(await isShown(page, "Drover Pack is in your cart")).toBe(true);
  await page.reload();
  expect(await appears(page.getByRole("button", { name: "Remove one Drover Pack" }))).toBe(true);
  await page.waitForFunction(() => "Keepsake" in globalThis);
  expect(await page.getByRole("button", { name: "Move to cart Drover Pack" }).count()).toBe(0);
});

test("a friend sees a list through its link until the owner stops sharing", async () => {
  const { aDevice } = await aShop();
  const owner = await openPage(await aDevice(), "/");
  await save(owner, "Bothy Lamp");
  await owner.goto("/lists");
  await owner.getByRole("button", { name: "Share", exact: true }).click();
  await owner.getByLabel(/first name/).fill("Ada");
  await owner.getByRole("button", { name: "Create link" }).click();
  const address = await owner.getByLabel("Link to your list").inputValue();

  const friend = await openPage(await aDevice(), address);
  expect(await appears(link(friend, "Bothy Lamp"))).toBe(true);
  expect(await isShown(friend, "A list by Ada")).toBe(true);
  await save(friend, "Bothy Lamp");

  await owner.getByRole("button", { name: "Stop sharing" }).click();
  expect(await isShown(owner, "is private again")).toBe(true);
  await friend.reload();
  expect(await isShown(friend, "This list is no longer shared")).toBe(true);
});

test("a shopper who signs up and confirms gets one alert for the restock, and none after unsubscribing", async () => {
  const { aPage, store } = await aShop();
  const page = await aPage(SOLD_OUT_PAGE);
  const [email, other] = [anEmail(), anEmail()];
  expect(await page.getByRole("button", { name: "Sold out" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Notify me when available" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Moss / M").waitFor();
  await dialog.getByLabel("Your email address").fill(email);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Notify me" }).click();
  expect(await isShown(page, "Almost there: check your inbox")).toBe(true);

  const confirm = await page.context().newPage();
  await openAndPress(confirm, linkIn(await mailTo(email, /./), "confirm"));

  await page.goto("/");
  await page.getByRole("button", { name: "Restock it" }).click();
  expect(await appears(page.getByRole("button", { name: "Add to cart" }))).toBe(true);
  const alert = await mailTo(email, /back/i);
  expect(alert.html).toContain("Fell Jacket");

  await openAndPress(confirm, linkIn(alert, "unsubscribe"));
  await store.admin("/storeadmin/bispa/subscriptions/create", {
    medium: "email",
    mediumvalue: other,
    topics: "backinstock",
    products: JSON.stringify([{ epi: SOLD_OUT, empi: 7001, du: "https://shop.example/" }]),
  });
  await page.getByRole("button", { name: "Sell it out" }).click();
  await page.getByRole("button", { name: "Restock it" }).click();
  await mailTo(other, /back/i);
  expect((await mails.received()).filter(({ recipients }) => recipients.includes(email))).toHaveLength(2);
});

test("hearts and the drawer work in a browser that blocks storage", async () => {
  const { aDevice } = await aShop();
  const context = await aDevice();
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  const page = await openPage(context, "/");
  await save(page, "Hearth Kettle");
  await page.getByRole("button", { name: "Saved", exact: true }).click();
  expect(await appears(page.getByRole("dialog").getByRole("link", { name: "Hearth Kettle" }))).toBe(true);
});

test("an item saved offline is announced as such, and saved when the network is back", async () => {
  const { aDevice } = await aShop();
  const context = await aDevice();
  const page = await openPage(context, "/");
  await context.setOffline(true);
  await save(page, "Croft Blanket");
  expect(await isShown(page, "You're offline. We'll save this when you're back online.")).toBe(true);
  await context.setOffline(false);
  const answered = page.waitForResponse((response) => response.url().includes("update-ctx") && response.ok());
  await answered;
  await page.goto("/lists");
  expect(await appears(link(page, "Croft Blanket"))).toBe(true);
});

test("when the service fails, the heart reverts with a message and the lists offer another try", async () => {
  const { aPage } = await aShop();
  const page = await aPage();
  const saved = page.waitForResponse((response) => response.url().includes("update-ctx") && response.ok());
  await save(page, "Slow Carafe");
  await saved;
  await refuse(page, "lists/update-ctx", 500);
  await heartOf(page, "Birch Candle").click();
  expect(await isShown(page, "We couldn't save this. Please try again.")).toBe(true);
  expect(await isPressed(page, "Birch Candle", false)).toBe(true);
  expect(await isPressed(page, "Slow Carafe")).toBe(true);

  await refuse(page, "lists/fetch-lists", 500);
  await page.goto("/lists");
  expect(await isShown(page, "Something went wrong. Please try again.")).toBe(true);
  await page.unroute("**/api/v3/lists/fetch-lists*");
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await appears(link(page, "Slow Carafe"))).toBe(true);
});

test("a busy service and a slow answer are announced, and the form keeps what the shopper typed", async () => {
  const { aPage } = await aShop();
  const page = await aPage(SOLD_OUT_PAGE);
  await refuse(page, "subscriptions/create", 429, { "retry-after": "60" });
  await page.getByRole("button", { name: "Notify me when available" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your email address").fill("ada@example.com");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Notify me" }).click();
  expect(await isShown(page, "We're busy right now. Please try again in a minute.")).toBe(true);
  expect(await dialog.getByLabel("Your email address").inputValue()).toBe("ada@example.com");

  await page.reload();
  await page.unroute("**/api/v3/subscriptions/create*");
  const { promise: messageSeen, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/v3/subscriptions/create*", async (route) => {
    await messageSeen;
    await route.continue();
  });
  await page.getByRole("button", { name: "Notify me when available" }).click();
  await dialog.getByLabel("Your email address").fill("ada@example.com");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Notify me" }).click();
  expect(await isShown(page, "This is taking longer than usual. We're still trying.")).toBe(true);
  answer();
  expect(await isShown(page, "Almost there: check your inbox")).toBe(true);
});

test("axe finds no problem on any page, light or dark, and no page scrolls sideways at 320 px", async () => {
  const { aPage } = await aShop();
  const page = await aPage("/");
  const saved = page.waitForResponse((response) => response.url().includes("update-ctx") && response.ok());
  await save(page, "Ferry Mug");
  await saved;
  await page.goto("/p/ferry-mug");
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.waitForURL("**/cart");
  const problems: string[] = [];
  for (const path of [
    "/",
    "/?q=nothing",
    "/p/fell-jacket",
    SOLD_OUT_PAGE,
    "/cart",
    "/lists",
    "/shared?lid=x",
    "/login",
    "/no",
  ]) {
    for (const colorScheme of ["/", SOLD_OUT_PAGE, "/lists"].includes(path)
      ? (["light", "dark"] as const)
      : (["light"] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(path);
      await untilElementsAreDefined(page);
      await page.evaluate(AXE);
      const found = await page.evaluate<string[]>(
        "axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))",
      );
      problems.push(...found.map((one) => `${path} ${colorScheme} ${one}`));
    }
    await page.setViewportSize({ width: 320, height: 640 });
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (width > 320) problems.push(`${path} is ${width} px wide`);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  expect(problems).toEqual([]);
});

test("loading the script shifts nothing on the page", async () => {
  const { aDevice } = await aShop();
  const context = await aDevice();
  await context.addInitScript(`globalThis.moved = [];
    new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value, sources }) => [value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)])))
      .observe({ type: "layout-shift", buffered: true });`);
  for (const path of ["/", SOLD_OUT_PAGE]) {
    const page = await openPage(context, path);
    await untilElementsAreDefined(page);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await page.evaluate("moved")).toEqual([]);
    await page.evaluate(`document.querySelector(".head").style.marginTop = "100px"`);
    expect(await waitFor(() => page.evaluate<boolean>("moved.length > 0"), TIMEOUT_MS)).toBe(true);
  }
});

test("search and filter show the matching products, or a message when there are none", async () => {
  const { aPage } = await aShop();
  const page = await aPage();
  const names = () => page.locator(".card .name").allTextContents();
  expect(await names()).toHaveLength(PRODUCTS.length);
  await page.getByRole("navigation", { name: "Filter" }).getByRole("link", { name: "Carry" }).click();
  expect(await names()).toEqual(PRODUCTS.filter(({ category }) => category === "Carry").map(({ name }) => name));
  await page.getByLabel("Search the shop").fill("moss boot");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/?q=*");
  expect(await waitFor(async () => (await names()).length === 0, TIMEOUT_MS)).toBe(true);
  await page.goto("/?q=%3Cscript%3Ealert(1)%3C/script%3E");
  expect(await isShown(page, "“<script>alert(1)</script>”")).toBe(true);
});

test("no page of the shop contains the store's key or secret", async () => {
  const { store, secret, url } = await aShop();
  const { headers } = await fetch(`${url}/login`, {
    method: "POST",
    body: new URLSearchParams({ email: "ada@example.com" }),
    redirect: "manual",
  });
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const path of [
    "/",
    "/p/fell-jacket",
    "/cart",
    "/lists",
    "/shared?lid=x",
    "/login",
    "/nothing",
    "/assets/shop.js",
  ]) {
    const response = await fetch(url + path, { headers: { cookie } });
    const sent = JSON.stringify([...response.headers]) + (await response.text());
    expect(sent).not.toContain(store.key);
    expect(sent).not.toContain(secret);
    if (path.startsWith("/assets")) continue;
    expect(sent).toContain(store.pid);
    expect(response.headers.get("content-security-policy")).toMatch(
      /script-src 'nonce-[\w+/=]{22,}' 'strict-dynamic';/,
    );
  }
});

test("a form from another site changes nothing, and a forged cookie logs nobody in", async () => {
  const { url } = await aShop();
  const post = (path: string, headers: Record<string, string>) =>
    fetch(url + path, { method: "POST", headers, body: new URLSearchParams({ quantity: "12" }), redirect: "manual" });
  expect((await post("/demo/stock", { "sec-fetch-site": "cross-site" })).headers.get("location")).toBe("/");
  const page = await (await fetch(url, { headers: { cookie: "who=YWRhQGV4YW1wbGUuY29t.Zm9yZ2Vk" } })).text();
  expect(page).toContain("Restock it");
  expect(page).toContain(">Log in<");
});
