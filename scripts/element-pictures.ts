import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "tsdown";
import { getProgram } from "../engines/install.ts";

const SDK = fileURLToPath(new URL("../packages/sdk", import.meta.url));
const SHOP = "https://shop.example/";

const drawing = (ground: string, shape: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="${ground}"/>${shape}</svg>`;
const DRAWINGS: Record<string, string> = {
  boots: drawing(
    "#d9e4dc",
    `<ellipse cx="200" cy="322" rx="140" ry="12" fill="#b9cabf"/><path d="M136 90h76l5 96c32 18 90 24 110 48 10 12 10 28 6 38H125c-6-64 5-122 11-182z" fill="#8a5a3b"/><path d="M122 270h212v14a8 8 0 0 1-8 8H130a8 8 0 0 1-8-8z" fill="#3d3129"/>`,
  ),
  lamp: drawing(
    "#ece3d4",
    `<ellipse cx="200" cy="330" rx="90" ry="10" fill="#d3c5ac"/><path d="M150 90h100l40 110H110z" fill="#d98e3f"/><rect x="194" y="200" width="12" height="116" fill="#544838"/><rect x="150" y="312" width="100" height="14" rx="7" fill="#544838"/>`,
  ),
  vase: drawing(
    "#dde2ea",
    `<ellipse cx="200" cy="330" rx="90" ry="10" fill="#bcc5d3"/><path d="M170 110h60v40c40 30 50 60 50 90 0 50-30 84-80 84s-80-34-80-84c0-30 10-60 50-90z" fill="#4d6a8f"/>`,
  ),
  chair: drawing(
    "#e9dcdc",
    `<ellipse cx="200" cy="338" rx="110" ry="10" fill="#d2bcbc"/><path d="M130 80h140v110H130z" fill="#a34d4d"/><path d="M120 200h160v34H120z" fill="#8c3f3f"/><path d="M126 234h14v100h-14zM260 234h14v100h-14z" fill="#4a2b2b"/>`,
  ),
};
const PRODUCTS = [
  {
    epi: 1,
    empi: 1,
    dt: "Walking boots",
    vi: "Brown / 42",
    pr: 189,
    savedpr: 209,
    stk: 12,
    iu: `${SHOP}boots.svg`,
    du: `${SHOP}p/1`,
    note: "For the coast path",
  },
  { epi: 2, empi: 2, dt: "Reading lamp", vi: "Amber", pr: 74.5, stk: 2, iu: `${SHOP}lamp.svg`, du: `${SHOP}p/2` },
  { epi: 3, empi: 3, dt: "Stoneware vase", vi: "Slate", pr: 42, stk: 0, iu: `${SHOP}vase.svg`, du: `${SHOP}p/3` },
  { epi: 4, empi: 4, dt: "Kitchen chair", vi: "Oxblood", pr: 230, iu: `${SHOP}chair.svg`, du: `${SHOP}p/4` },
].map((product) => ({ qty: 1, cts: 1, note: null, ...product }));
const LISTS = [
  { lid: "a", lname: "Home", lty: "wl", st: 1, cnt: 4, anonRead: false, listcontents: PRODUCTS },
  { lid: "b", lname: "Birthday", lty: "wl", st: 1, cnt: 2, anonRead: true, listcontents: PRODUCTS.slice(1, 3) },
  { lid: "c", lname: "Saved for later", lty: "sfl", st: 1, cnt: 2, listcontents: PRODUCTS.slice(0, 2) },
];
const ANSWERS: Record<string, unknown> = {
  "provider/register": { regid: "r", sessionid: "s", uuid: "u" },
  "lists/fetch-lists": LISTS,
  "lists/contains": {
    data: [
      { epi: "1", lids: ["a"] },
      { epi: "3", lids: ["a"] },
    ],
  },
  "product/wishlist/social-count-batch": { data: [{ empi: "1", count: 128 }] },
  "subscriptions/fetch-subs": { subscriptions: [], total: 0, limit: 100, offset: 0 },
  "subscriptions/create": { message: "Almost there", products: [], topics: [] },
  "lists/fetch-list-with-contents": {
    list: LISTS[0],
    items: PRODUCTS,
    userinfo: { fname: "Ada" },
    pagination: { totalcount: 4, next: null, limit: 48 },
  },
};

const product = ({ epi, empi, du, dt, iu, pr }: (typeof PRODUCTS)[number]) =>
  `epi="${epi}" empi="${empi}" du="${du}" title="${dt}" image="${iu}" price="${pr}"`;
const boots = PRODUCTS.slice(0, 1).map(product).join("");
const notifyMe = `<div class="narrow"><h1>Walking boots</h1><p>Brown / 42 · sold out</p><keepsake-notify-me ${boots} variant="Brown / 42" available="false" quantity marketing currency="EUR"></keepsake-notify-me></div>`;

type Scene = { readonly body: string; readonly act?: (page: Page) => Promise<unknown>; readonly isFullPage?: boolean };
const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const SCENES: Record<string, Scene> = {
  hearts: {
    body: `<div class="grid">${PRODUCTS.map((one) => `<article><img src="${one.iu}" alt=""><div><b>${one.dt}</b><keepsake-heart ${product(one)} ${one.epi === 1 ? "count" : ""}></keepsake-heart></div><span>€${one.pr}</span></article>`).join("")}</div>`,
    isFullPage: true,
  },
  "notify-me": { body: notifyMe, act: press("Notify me") },
  "notify-me-wrong": {
    body: notifyMe,
    async act(page) {
      await press("Notify me")(page);
      await page.getByRole("dialog").getByRole("button", { name: "Notify me" }).click();
    },
  },
  "notify-me-done": {
    body: notifyMe,
    async act(page) {
      await press("Notify me")(page);
      await page.getByLabel("Your email address").fill("ada@example.com");
      await page.getByRole("checkbox").first().check();
      await page.getByRole("dialog").getByRole("button", { name: "Notify me" }).click();
      await page.getByRole("heading", { name: "Almost there" }).waitFor();
    },
  },
  lists: {
    body: `<h1>Saved</h1><keepsake-lists cart currency="EUR"></keepsake-lists>`,
    act: (page) => page.getByRole("link", { name: "Walking boots" }).waitFor(),
    isFullPage: true,
  },
  share: {
    body: `<h1>Saved</h1><keepsake-lists lid="b" cart currency="EUR"></keepsake-lists>`,
    async act(page) {
      await press("Share")(page);
      await page.getByLabel("Link to your list").waitFor();
    },
  },
  drawer: {
    body: `<header><b>Harbour &amp; Hearth</b><keepsake-drawer count currency="EUR"></keepsake-drawer></header>`,
    async act(page) {
      await press(/Saved/)(page);
      await page.getByRole("link", { name: "Walking boots" }).waitFor();
    },
  },
  "drawer-broken": {
    body: `<header><b>Harbour &amp; Hearth</b><keepsake-drawer count currency="EUR"></keepsake-drawer></header><p>Everything for a harbour house.</p>`,
    async act(page) {
      await page.route("**/keepsake-ui.js", (route) => route.abort());
      await press(/Saved/)(page);
      await page.getByText("No connection.").waitFor();
    },
  },
  "saved-for-later": {
    body: `<h1>Your cart</h1><p>Your cart is empty.</p><keepsake-saved-for-later currency="EUR"></keepsake-saved-for-later>`,
    act: (page) => page.getByRole("link", { name: "Walking boots" }).waitFor(),
    isFullPage: true,
  },
  "shared-list": {
    body: `<keepsake-shared-list lid="a" cart currency="EUR"></keepsake-shared-list>`,
    act: (page) => page.getByRole("link", { name: "Walking boots" }).waitFor(),
    isFullPage: true,
  },
};

const DESKTOP = { width: 960, height: 720 };
const PHONE = { width: 390, height: 780 };
/** A desktop window at 400 % zoom is as narrow as a small phone. */
const ZOOMED = { width: 320, height: 600 };
type Look = { readonly options: BrowserContextOptions; readonly dir?: "rtl"; readonly only?: readonly string[] };
const LOOKS: Record<string, Look> = {
  desktop: { options: { viewport: DESKTOP } },
  phone: { options: { viewport: PHONE } },
  dark: { options: { viewport: PHONE, colorScheme: "dark" } },
  rtl: { options: { viewport: PHONE }, dir: "rtl", only: ["hearts", "notify-me", "lists", "drawer"] },
  contrast: { options: { viewport: PHONE, forcedColors: "active" }, only: ["hearts", "notify-me", "lists", "drawer"] },
  zoom: {
    options: { viewport: ZOOMED, deviceScaleFactor: 2 },
    only: ["notify-me", "notify-me-done", "lists", "drawer", "drawer-broken", "share"],
  },
};

const pageOf = (body: string, dir = "ltr") => `<!doctype html><html lang="en" dir="${dir}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Harbour &amp; Hearth</title><style>
:root { color-scheme: light dark; font: 16px/1.5 Cantarell, "DejaVu Sans", system-ui, sans-serif; color: light-dark(#26241f, #efece4); background: light-dark(#fbfaf6, #1b1a17);
  --keepsake-surface: light-dark(#fff, #26241f); --keepsake-text: light-dark(#26241f, #efece4); --keepsake-accent: light-dark(#1f4d43, #9fd6c6); --keepsake-on-accent: light-dark(#fff, #10241f); --keepsake-heart: light-dark(#b8394a, #ff8a98) }
body { margin: 0 } main { padding: 1.5rem; max-inline-size: 60rem; margin: auto } .narrow { max-inline-size: 26rem } h1 { font-size: 1.6rem; margin: 0 0 1rem }
header { display: flex; justify-content: space-between; align-items: center }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 1.25rem } article img { inline-size: 100%; border-radius: .5rem; display: block } article div { display: flex; justify-content: space-between; align-items: center; gap: .25rem }
keepsake-heart { display: inline-block; block-size: 2.75rem; inline-size: 2.75rem; flex: none } keepsake-heart[count] { inline-size: 5rem } keepsake-notify-me { display: block; min-block-size: 2.75rem }
</style><main>${body}</main><script async src="/keepsake.js" data-base="${SHOP}" data-pid="p" data-share="/shared"></script>`;

const FLAGS =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars --disable-background-networking";

/** Takes pictures of every element. Fails if an element is wider than its window. */
export async function takeElementPictures(target: string) {
  const built = await mkdtemp(join(tmpdir(), "keepsake-pictures-"));
  await build({ cwd: SDK, outDir: built, dts: false, logLevel: "error" });
  const browser = await chromium.launch({ executablePath: await getProgram("chromium"), args: FLAGS.split(" ") });
  try {
    for (const [look, { options, dir, only }] of Object.entries(LOOKS)) {
      for (const [name, scene] of Object.entries(SCENES)) {
        if (only && !only.includes(name)) continue;
        const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
        await shoot({
          page: await context.newPage(),
          path: `${target}elements-${name}-${look}.png`,
          built,
          scene,
          dir,
        });
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await rm(built, { recursive: true });
  }
}

type Shot = {
  readonly page: Page;
  readonly path: string;
  /** The folder with the built script. */
  readonly built: string;
  readonly scene: Scene;
  readonly dir?: string | undefined;
};

async function shoot({ page, path, built, scene: { body, act, isFullPage = false }, dir = "ltr" }: Shot) {
  await page.addInitScript({
    content: `localStorage["keepsake:p:who"] = '{"regid":"r","sessionid":"s","uuid":"u"}'; localStorage["keepsake:p:list"] = '{"regid":"r","lid":"a"}'`,
  });
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = ANSWERS[pathname.replace("/api/v3/", "")];
    const picture = DRAWINGS[pathname.slice(1).replace(".svg", "")];
    if (pathname === "/") await route.fulfill({ contentType: "text/html", body: pageOf(body, dir) });
    else if (pathname.endsWith(".js"))
      await route.fulfill({ contentType: "text/javascript", body: await readFile(join(built, pathname), "utf8") });
    else if (picture) await route.fulfill({ contentType: "image/svg+xml", body: picture });
    else if (answer) await route.fulfill({ json: answer });
    else await route.abort();
  });
  await page.goto(SHOP);
  await act?.(page);
  await page.waitForLoadState("networkidle");
  const pageWidth = await page.evaluate<number>("document.documentElement.scrollWidth");
  const width = page.viewportSize()?.width ?? 0;
  if (pageWidth > width) throw new Error(`${path} is ${pageWidth} px wide in a window of ${width}`);
  await page.screenshot({ path, fullPage: isFullPage });
}
