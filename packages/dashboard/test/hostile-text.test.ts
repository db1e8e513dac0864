import { glob, readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PAYLOADS } from "../../sdk/test/fixtures/payloads.ts";
import { anAlertShop, stock } from "../../service/test/fixtures/alert-shop.ts";
import { HOSTILE } from "../../service/test/fixtures/hostile-html.ts";
import { listCalls } from "../../service/test/fixtures/list-calls.ts";
import { rollUp } from "../../service/test/fixtures/roll-up.ts";
import { anEmail, type TestStore } from "../../service/test/fixtures/service.ts";
import { good } from "../../service/test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../service/test/fixtures/subscription-calls.ts";
import { aDashboard } from "./fixtures.ts";

const shop = await anAlertShop();
const { url, aMemberAt } = await aDashboard({ DATABASE_URL: shop.url });

/** Each calls `ran()` or sets `ran` if a browser runs its script. */
const CORPUS = [...PAYLOADS, ...HOSTILE.map(([, html]) => html)].filter((text) => !text.includes("\0"));
/** Counts the scripts that run in a window, and in the frames that reach it. */
const COUNT_RUNS =
  "window.runs = 0; Object.defineProperty(window, 'ran', { get: () => () => { window.runs += 1 }, set: () => { window.runs += 1 } })";
const countRuns = (page: Page) => page.evaluate("window.runs") as Promise<number>;

const VARIANTS = 60;
let last = 0;
/** The next text of the corpus that fits into a field. */
function hostile(max: number): string {
  for (;;) {
    last = (last + 1) % CORPUS.length;
    const text = CORPUS[last] ?? "";
    if (text.length <= max) return text;
  }
}

/** Puts the corpus into every text of a store that the dashboard shows. Returns where the pages with a parameter are. */
async function attack(store: TestStore): Promise<Readonly<Record<string, string>>> {
  const send = async (path: string, json: object) =>
    good(await store.admin(`/storeadmin/v3/${path}`, undefined, { json }));
  const variants = Array.from({ length: VARIANTS }, (_, nth) => ({
    epi: nth + 1,
    empi: nth + 1,
    du: `https://shop.example/p/${encodeURIComponent(hostile(100))}`,
    dt: hostile(255),
    vi: hostile(255),
    bt: hostile(255),
    sku: hostile(255),
    pr: 10,
    currency: "EUR",
  }));
  await send("catalog/upsert", { variants });
  const people = variants.map(({ epi }) => ({ epi, email: anEmail() }));
  for (const { epi, email } of people) {
    const more = { consent: hostile(1_000), extras: JSON.stringify({ note: hostile(500) }) };
    good(await subscribeAs(store, email, [aProduct(epi)], more));
  }
  const guest = listCalls(store, await store.aGuest());
  for (let nth = 0; nth < 20; nth += 1) await guest.create(hostile(100), { lnote: hostile(500) });
  good(await stock(store, 5, 1));
  await shop.work();

  for (let nth = 0; nth < 10; nth += 1) await send("keys/create", { name: hostile(100), scopes: ["insights"] });
  const webhook = { url: "https://hooks.example/<img src=x onerror=ran()>", events: ["stock.restocked"] };
  const { endpoint } = await send("webhooks/create", { ...webhook, description: hostile(200) });
  await send("senders/set", { medium: "email", name: hostile(100), address: "hello@shop.example", ...PROVIDER });
  const source = `<mjml><mj-head><mj-attributes><mj-all font-family="Arial" /></mj-attributes></mj-head><mj-body><!-- ${hostile(100).replaceAll("--", "")} --><mj-section><mj-column><mj-text><a href="{{ links.unsubscribe }}">x</a></mj-text></mj-column></mj-section></mj-body></mjml>`;
  await send("alerts/template", { topic: "backinstock", subject: "<img src=x onerror=ran()>", source });
  const words = () => Object.fromEntries(WORDS.map((name) => [name, hostile(200)]));
  await send("settings/update", {
    name: "<script>ran()</script><img src=x onerror=ran()>",
    elements: { en: { ...words(), notifyMe: WORD, notifyTitle: WORD }, de: words(), fr: words() },
  });
  await rollUp(shop.service.deps.db);

  const [found] = (await send("people/find", { address: people[1]?.email ?? "" }))["items"] as { person: string }[];
  const plans = await store.admin("/storeadmin/v3/plans", undefined, { method: "GET" });
  const [plan] = plans.body["items"] as { plan: string }[];
  return {
    $variant: "2",
    $plan: plan?.plan ?? "",
    $person: found?.person ?? "",
    $topic: "backinstock",
    $endpoint: String(endpoint),
    $pid: store.pid,
  };
}
const WORD = "<img src=x onerror=ran()>";
/** The words of elements that the dashboard shows before all others. */
const WORDS = ["notifyMeWaiting", "notifyMeUnconfirmed", "saveUntitled", "saved", "notSaved"];
const PROVIDER = { provider: "smtp", smtp: { host: "smtp.shop.example", port: 587, security: "starttls" } };

/** Every path of the dashboard, as its routes say. */
async function pathsOf(parameters: Readonly<Record<string, string>>) {
  const paths: string[] = [];
  for await (const file of glob("src/pages/*/routes.ts", { cwd: new URL("../", import.meta.url) }))
    for (const [, path] of (await readFile(new URL(`../${file}`, import.meta.url), "utf8")).matchAll(/path: "(.*)"/g))
      paths.push((path ?? "").replaceAll(/\$\w+/g, (name) => parameters[name] ?? name));
  return paths;
}

/** Links and frames that would run a script when somebody follows them. */
const findScriptLinks = (page: Page) =>
  page.evaluate(
    `[...document.querySelectorAll("[href], [src], [action], [formaction]")].map((element) => element.href?.baseVal ?? element.href ?? element.src ?? element.action).filter((link) => !/^(https?:|mailto:|data:image|$)/.test(link))`,
  );

test("the corpus runs in a page without the dashboard's defences", async () => {
  const { page } = await aMemberAt(await shop.aStore());
  await page.addInitScript(COUNT_RUNS);
  await page.route("http://bare.example/", (route) => route.fulfill({ contentType: "text/html", body: "<body>" }));
  await page.goto("http://bare.example/");
  await page.evaluate(
    `for (const text of ${JSON.stringify(CORPUS)}) document.body.appendChild(document.createElement("div")).innerHTML = text`,
  );
  await expect.poll(() => countRuns(page)).toBeGreaterThan(50);
});

test("hostile texts of a store are shown on every page and run on none", async () => {
  const store = await shop.aStore();
  const paths = await pathsOf(await attack(store));
  expect(paths.filter((path) => path.includes("$"))).toEqual([]);
  const { page, problems } = await aMemberAt(store, "owner");
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol !== "data:") problems.push(`A request to ${request.url()}`);
  });
  await page.addInitScript(COUNT_RUNS);
  const showing: string[] = [];
  for (const path of paths) {
    await page.goto(`${url}/dashboard${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    expect([path, await countRuns(page), await findScriptLinks(page)]).toEqual([path, 0, []]);
    if (/ran(=1|\()/.test(await page.locator("main").innerText())) showing.push(path);
  }
  // The real elements on the page Look have the words on their buttons, and in the dialogs that they open.
  await page.goto(`${url}/dashboard/look`);
  await page.getByRole("button", { name: WORD }).first().click();
  await page.getByRole("dialog").getByRole("heading", { name: WORD }).waitFor();
  expect(await countRuns(page)).toBe(0);
  expect([dialogs, problems]).toEqual([[], []]);
  expect(showing, "the pages on which the texts can be read").toEqual(expect.arrayContaining(SHOWING));
});
/** So that the test notices when it stores nothing. */
const SHOWING = [
  "/",
  "/demand",
  "/demand/2",
  "/restocks",
  "/messages/backinstock",
  "/connections/keys",
  "/connections/webhooks",
];
