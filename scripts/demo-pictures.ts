import { type Browser, chromium, type Page } from "playwright-core";
import { getFreePort } from "../engines/get-free-port.ts";
import { getProgram } from "../engines/install.ts";
import { startEngines } from "../engines/start.ts";
import { startShop } from "../packages/demo-store/src/server.ts";
import { createApi, openDeps } from "../packages/service/src/app.ts";
import { readConfig } from "../packages/service/src/config.ts";
import { createStore } from "../packages/service/src/features/stores/create-store.ts";
import { createKey } from "../packages/service/src/features/stores/keys/create-key.ts";
import { addFirstMember } from "../packages/service/src/features/stores/members/add-first-member.ts";
import { updateStore } from "../packages/service/src/features/stores/settings/update-store.ts";
import { makeLoginLink } from "../packages/service/src/features/stores/sign-in/make-login-link.ts";
import { identitySecret } from "../packages/service/src/features/stores/store.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { toEmail } from "../packages/service/src/platform/text/email.ts";
import { prepareDatabase } from "../packages/service/src/prepare-database.ts";
import { rollUp } from "../packages/service/test/fixtures/roll-up.ts";
import { buildDashboard } from "./build-dashboard.ts";
import { fillDemoShop } from "./demo-history.ts";

const OWNER = toEmail("owner@tarn.example");
const LOOKS = [
  { look: "light", width: 1280, height: 860 },
  { look: "dark", width: 1280, height: 860 },
  { look: "phone", width: 360, height: 740 },
] as const;
const IMAGES_LOADED =
  "Promise.all([...document.images].filter((one) => !one.complete).map((one) => new Promise((done) => { one.onload = one.onerror = done; })))";
const HEIGHT_MAX = 4_000;

/** Takes pictures of the dashboard of the demo shop, with its year of history. */
export async function takeDemoPictures(folder: string) {
  const [engines] = await Promise.all([startEngines({ postgres: true }), buildDashboard()]);
  const port = await getFreePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({
    DATABASE_URL: engines.postgres.url,
    KEEPSAKE_SECRET: "x".repeat(32),
    KEEPSAKE_LOG_LEVEL: "warn",
    KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
    KEEPSAKE_PUBLIC_URL: url,
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", // nothing is sent
  });
  await prepareDatabase(config, createLog("warn"));
  const deps = await openDeps(config);
  const api = createApi(deps);
  await api.listen({ host: "localhost", port });
  const { pid, key } = await deps.db.asOperator(async (tx) => {
    const store = await createStore(tx, deps.seal, { name: "Tarn", shards: { first: 0, last: 0 } });
    await updateStore(tx, store.pid, { setup: { finishedAt: new Date().toISOString() } });
    await addFirstMember(tx, { storeId: store.id, email: OWNER, role: "owner" });
    return {
      ...store,
      ...(await createKey(tx, deps.hashSecret, { storeId: store.id, name: "pictures", scopes: ["admin"] })),
    };
  });
  const secret = identitySecret(await deps.stores.getByPid(pid));
  const shop = await startShop({
    keepsake: { url, pid, key, identitySecret: secret },
    port: 0,
    mailUrl: url,
    onProducts: () => fillDemoShop(deps, { pid, owner: OWNER }),
  });
  const browser = await chromium.launch({
    executablePath: await getProgram("chromium"),
    args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
  });
  try {
    await visitShop(browser, shop.url, url);
    await rollUp(deps.db);
    await takeAll(browser, await makeLoginLink(deps, OWNER), folder);
  } finally {
    await browser.close();
    await shop.close();
    await api.close();
    await deps.close();
    await engines.stop();
  }
}

/** So that Keepsake has seen its script in the shop, as it has in a shop that is a year old. */
async function visitShop(browser: Browser, shopUrl: string, keepsakeUrl: string) {
  const page = await browser.newPage();
  await page.goto(shopUrl);
  await Promise.all([
    page.waitForResponse((answer) => answer.url().startsWith(`${keepsakeUrl}/api/`) && answer.ok()),
    page
      .getByRole("button", { name: /^Save / })
      .first()
      .click(),
  ]);
  await page.close();
}

async function takeAll(browser: Browser, link: string, folder: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Home" }).waitFor();
  const open = (name: string) => page.getByRole("link", { name, exact: true }).click();
  await takeLooks(page, `${folder}demo-home`);
  await open("Demand");
  await takeLooks(page, `${folder}demo-demand`);
  await page.locator("tbody a").first().click();
  await page.getByRole("heading", { name: "What to reorder" }).waitFor();
  await takeLooks(page, `${folder}demo-variant`);
  await open("Restocks");
  await takeLooks(page, `${folder}demo-restocks`);
  await page.locator("tbody a").first().click();
  await page.getByRole("heading", { name: "Waves" }).waitFor();
  await takeLooks(page, `${folder}demo-restock`);
  await open("Results");
  await takeLooks(page, `${folder}demo-results`);
}

async function takeLooks(page: Page, path: string) {
  for (const { look, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme: look === "dark" ? "dark" : "light" });
    await page.setViewportSize({ width, height });
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await page.evaluate(IMAGES_LOADED);
    const whole = Number(await page.evaluate("document.documentElement.scrollHeight"));
    await page.setViewportSize({ width, height: Math.min(HEIGHT_MAX, Math.max(height, whole)) });
    await page.screenshot({ path: `${path}-${look}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}
