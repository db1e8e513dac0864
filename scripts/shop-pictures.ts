import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "tsdown";
import { getProgram } from "../engines/install.ts";
import { startEngines } from "../engines/start.ts";
import { startShop } from "../packages/demo-store/src/server.ts";
import { createApi, openDeps } from "../packages/service/src/app.ts";
import { readConfig } from "../packages/service/src/config.ts";
import { createStore } from "../packages/service/src/features/stores/create-store.ts";
import { createKey } from "../packages/service/src/features/stores/keys/create-key.ts";
import { identitySecret } from "../packages/service/src/features/stores/store.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { prepareDatabase } from "../packages/service/src/prepare-database.ts";

const LOOKS = [
  { look: "desktop", width: 1280, height: 860, colorScheme: "light" },
  { look: "phone", width: 390, height: 844, colorScheme: "light" },
  { look: "dark", width: 1280, height: 860, colorScheme: "dark" },
] as const;
/** Pages that are also taken in dark mode. */
const DARK = ["grid", "notify-me", "lists"];
const SAVED = ["Fell Jacket", "Bothy Lamp", "Harbour Sweater", "Ferry Mug", "Drover Pack"];

/** Takes pictures of the demo shop with the real service. Fails if a page is wider than its window. */
export async function takeShopPictures(folder: string) {
  const [engines] = await Promise.all([
    startEngines({ postgres: true }),
    build({ cwd: new URL("../packages/sdk", import.meta.url).pathname, dts: false, logLevel: "error" }),
  ]);
  const config = readConfig({
    DATABASE_URL: engines.postgres.url,
    KEEPSAKE_SECRET: "x".repeat(32),
    KEEPSAKE_LOG_LEVEL: "warn",
    KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
  });
  await prepareDatabase(config, createLog("warn"));
  const deps = await openDeps(config);
  const api = createApi(deps);
  const url = await api.listen({ host: "127.0.0.1", port: 0 });
  const { pid, key } = await deps.db.asOperator(async (tx) => {
    const store = await createStore(tx, deps.seal, { name: "Tarn", shards: { first: 0, last: 0 } });
    return {
      ...store,
      ...(await createKey(tx, deps.hashSecret, { storeId: store.id, name: "pictures", scopes: ["admin"] })),
    };
  });
  const secret = identitySecret(await deps.stores.getByPid(pid));
  const shop = await startShop({ keepsake: { url, pid, key, identitySecret: secret }, port: 0, mailUrl: url });
  const args = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"];
  const browser = await chromium.launch({ executablePath: await getProgram("chromium"), args });
  try {
    for (const look of LOOKS) await takeAll(browser, shop.url, folder, look);
  } finally {
    await browser.close();
    await shop.close();
    await api.close();
    await deps.close();
    await engines.stop();
  }
}

async function takeAll(
  browser: Browser,
  baseURL: string,
  folder: string,
  { look, width, height, colorScheme }: (typeof LOOKS)[number],
) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const take = async (name: string) => {
    if (look === "dark" && !DARK.includes(name)) return;
    await waitUntilLoaded(page);
    const pageWidth = await page.evaluate("document.documentElement.scrollWidth");
    if (Number(pageWidth) > width)
      throw new Error(`The page ${name} is ${String(pageWidth)} px wide in a window of ${width}`);
    await page.screenshot({ path: `${folder}shop-${name}-${look}.png` });
  };
  await page.goto("/");
  for (const title of SAVED) {
    await page.getByRole("button", { name: `Save ${title}` }).click();
    await page.getByRole("button", { name: `Save ${title}`, pressed: true }).waitFor();
  }
  await page.evaluate("scrollTo(0, 0)");
  await take("home");
  await page.evaluate(`document.querySelector(".shelf").scrollIntoView()`);
  await take("grid");
  await page.goto("/p/fell-jacket");
  await page.getByRole("link", { name: /^M\b.*sold out/ }).click();
  await take("product");
  await page.getByRole("button", { name: "Notify me when available" }).click();
  await page.getByRole("dialog").waitFor();
  await take("notify-me");

  for (const slug of ["weekend-holdall", "tarn-boot", "croft-blanket"]) {
    await page.goto(`/p/${slug}`);
    await page.getByRole("button", { name: "Add to cart" }).click();
  }
  await page.getByRole("button", { name: "Save for later" }).last().click();
  await page.getByText("Saved for later").first().waitFor();
  await take("cart");

  await page.goto("/lists");
  await page.getByRole("main").getByRole("link", { name: "Fell Jacket" }).waitFor();
  await take("lists");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByLabel(/first name/).fill("Ada");
  await page.getByRole("button", { name: "Create link" }).click();
  const address = await page.getByLabel("Link to your list").inputValue();
  // A friend opens the link in a browser without cookies or storage.
  await context.clearCookies();
  await page.evaluate("localStorage.clear()");
  await page.goto(address);
  await page.getByText("A list by Ada").waitFor();
  await take("shared");
  await context.close();
}

/** Waits for images, fonts and requests. */
const waitUntilLoaded = async (page: Page) => {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle").catch(() => undefined); // The live stream never ends, so this may time out.
  await page.evaluate("document.fonts.ready");
};
