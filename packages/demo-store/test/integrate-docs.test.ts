import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import Handlebars from "handlebars";
import { Liquid } from "liquidjs";
import { build } from "tsdown";
import { expect, test } from "vitest";
import { getProgram } from "../../../engines/install.ts";
import { waitFor } from "../../../engines/wait-for.ts";
import { identitySecret } from "../../service/src/features/stores/store.ts";
import { signAssertion } from "../../service/test/fixtures/assertion.ts";
import { listCalls } from "../../service/test/fixtures/list-calls.ts";
import { aStore, type TestStore } from "../../service/test/fixtures/service.ts";
import { whenDone } from "../../service/test/fixtures/when-done.ts";
import { aDemo, appears, heartOf, isPressed, openPage } from "./fixtures/demo.ts";

// Runs the code blocks of docs/integrate.md that are marked `runs`, and the blocks of the Shopify app, unchanged.

const DOCS = await readFile(new URL("../../../docs/integrate.md", import.meta.url), "utf8");
const SCRATCH = fileURLToPath(new URL("../.scratch/", import.meta.url));
const TIMEOUT_MS = 60_000;
const demo = await aDemo();
const php = await getProgram("php");

const missing = (what: string): never => {
  throw new Error(`Missing: ${what}`);
};

function snippet(name: string) {
  const found = new RegExp(`<!-- runs: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(DOCS)?.[1];
  return found ?? missing(`block "runs: ${name}" in docs/integrate.md`);
}

/** A block of the Shopify app's theme app extension. */
const shopifyBlock = (name: string) =>
  readFile(new URL(`../../../connectors/shopify/extensions/keepsake/blocks/${name}.liquid`, import.meta.url), "utf8");

/** What the app writes when a merchant connects the shop. */
const SHOPIFY_APP = {
  metafields: { keepsake: { url: { value: "https://keepsake.example" }, pid: { value: "YOUR-PID" } } },
};

/** A shop with this one page and a store of its own. It records the forms that the page sends. A function is called for
 *  each request, so that the page can change. */
async function aShopWith(
  html: string | ((store: TestStore) => string | Promise<string>),
  answer?: (store: TestStore) => Promise<Record<string, string>>,
) {
  const store = await aStore(demo.service, { scopes: ["admin"] });
  const more = (await answer?.(store)) ?? {};
  const forms: { path: string; fields: Record<string, string> }[] = [];
  const write = async () =>
    `<!doctype html><html lang="en"><title>A shop</title>${typeof html === "string" ? html : await html(store)}`
      .replaceAll("https://keepsake.example", demo.serviceUrl)
      .replaceAll("https://your-app.example", "")
      .replaceAll("YOUR-PID", store.pid);
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    response.setHeader("content-type", "text/html; charset=utf-8");
    void text(request).then(async (form) => {
      if (request.method === "POST") forms.push({ path, fields: Object.fromEntries(new URLSearchParams(form)) });
      response.end(more[path] ?? (await write()));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { store, forms, page: await openPage(await demo.aContext(url), "/") };
}

test("the script tag, elements and cart code work in any page", async () => {
  const { page, forms } = await aShopWith(
    `${snippet("script-tag")}${snippet("elements")}${snippet("cart")}
    <button data-save-for-later data-epi="5511" data-empi="55" data-du="https://shop.example/p/boots" data-qty="2">Later</button>`,
  );
  await heartOf(page, "Jacket").click();
  expect(await isPressed(page, "Jacket")).toBe(true);
  await page.reload();
  expect(await isPressed(page, "Jacket")).toBe(true);
  expect(await appears(page.getByRole("button", { name: "Notify me when available" }))).toBe(true);

  await page.getByRole("button", { name: "Later" }).click();
  expect(await waitFor(() => forms.length === 1, TIMEOUT_MS)).toBe(true);
  await page
    .locator("keepsake-saved-for-later")
    .getByRole("button", { name: /^Move to cart/ })
    .click();
  expect(await waitFor(() => forms.length === 2, TIMEOUT_MS)).toBe(true);
  expect(forms).toEqual([
    { path: "/cart/change", fields: { variant: "5511", quantity: "0" } },
    { path: "/cart/add", fields: { variant: "5511", quantity: "2" } },
  ]);
});

test("the server code sends the product and its stock", async () => {
  const store = await aStore(demo.service, { scopes: ["catalog"] });
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", snippet("server")], {
    env: { ...process.env, KEEPSAKE_URL: demo.serviceUrl, KEEPSAKE_PID: store.pid, KEEPSAKE_KEY: store.key },
  });
  const { key } = await store.aKey(["identity"]);
  const { body } = await store.generateRegid({ useremail: "ada@example.com" }, { key });
  const lists = listCalls(store, { regid: String(body["regid"]), sessionid: String(body["sessionid"]) });
  await lists.add(await lists.aList(), [{ epi: 4412, empi: 44, du: "https://shop.example/p/jacket" }]);
  expect((await lists.call("fetch-lists")).text).toContain("Moss / M");
  const [level] = await demo.query<{ quantity: number }>("select quantity from stock_levels where store_id = $1", [
    store.id,
  ]);
  expect(level?.quantity).toBe(12);
});

test("the token from the server code logs the shopper in to an account", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-docs-"));
  whenDone(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "token.mjs"), snippet("token"));
  const { keepsakeToken } = (await import(pathToFileURL(join(folder, "token.mjs")).href)) as {
    keepsakeToken(email: string): string;
  };
  const { page, store } = await aShopWith(snippet("script-tag"));
  process.env["KEEPSAKE_IDENTITY_SECRET"] = identitySecret(await store.record());
  await logIn(page, keepsakeToken("ada@example.com"));
  await expect.poll(() => kindOf(page), { timeout: TIMEOUT_MS }).toBe("account");
});

/** Renders a theme as Shopify does, with its image filter. The schema block is for the theme editor and is not rendered. */
function aTheme() {
  const liquid = new Liquid();
  liquid.registerFilter("image_url", (image: string) => `https://cdn.shop.example/${image}?width=600`);
  const schemas: unknown[] = [];
  const render = (source: string, data: object): Promise<string> => {
    const template = source.replace(/\{% schema %\}([\s\S]*?)\{% endschema %\}/, (_, schema: string) => {
      schemas.push(JSON.parse(schema));
      return "";
    });
    return liquid.parseAndRender(template, data);
  };
  return { schemas, render };
}

test("the Shopify embed and block show hearts, an alert for the chosen variant, and log in through the app proxy", async () => {
  const { render, schemas } = aTheme();
  const variants = [
    { id: 4411, title: "Moss / S", price: 24500, available: true },
    { id: 4412, title: "Moss / M", price: 24500, available: false },
  ];
  const product = {
    id: 44,
    title: 'Jacket "Fell" <b>',
    url: "/products/jacket",
    featured_image: "jacket.jpg",
    variants,
  };
  const html =
    (await render(await shopifyBlock("keepsake"), { app: SHOPIFY_APP, block: { settings: {} }, customer: { id: 1 } })) +
    (await render(await shopifyBlock("product"), {
      product: { ...product, selected_or_first_available_variant: variants[0] },
      shop: { url: "https://shop.example" },
    }));
  expect(schemas).toMatchObject([{ target: "body" }, { target: "section" }]);
  const { page } = await aShopWith(
    `${html}<form><select name="id" aria-label="Size"><option value="4411">S</option><option value="4412">M</option></select></form>`,
    async (store) => ({
      "/apps/keepsake/token": await signAssertion(identitySecret(await store.record()), { email: "ada@example.com" }),
    }),
  );
  await heartOf(page, 'Jacket "Fell" <b>').click();
  expect(await isPressed(page, 'Jacket "Fell" <b>')).toBe(true);
  expect(await page.getByRole("button", { name: "Notify me when available" }).count()).toBe(0);
  await page.getByLabel("Size").selectOption("4412");
  await expect.poll(() => kindOf(page), { timeout: TIMEOUT_MS }).toBe("account");
  await page.getByRole("button", { name: "Notify me when available" }).click(); // One tap, because the address is known.
  await page.getByRole("button", { name: "You're on the list" }).click();
  expect(await appears(page.getByRole("dialog").getByText("Moss / M"))).toBe(true);
});

test("the Shopify block reads a variant that Liquid does not list from its section, and shows no other one's alert", async () => {
  const { render } = aTheme();
  const variantOf = (id: number, available: boolean) => ({ id, title: `Size ${id}`, price: 24500, available });
  const all = [variantOf(1, true), variantOf(2, false), variantOf(3, false), variantOf(4, true)];
  const block = async (chosen: (typeof all)[number] | undefined) =>
    render(await shopifyBlock("product"), {
      product: {
        id: 44,
        title: "Jacket",
        url: "/products/jacket?pos=1",
        featured_image: "jacket.jpg",
        // As many as Liquid lists, and fewer than there are.
        variants: all.slice(0, 2),
        variants_count: all.length + 1,
        selected_or_first_available_variant: chosen,
      },
      section: { id: "template--1__main" },
      shop: { url: "https://shop.example" },
    });
  const formOf = (label: string, ids: readonly number[]) =>
    `<form><select name="id" aria-label="${label}">${ids.map((id) => `<option>${id}</option>`).join("")}</select></form>`;
  const html = `${snippet("script-tag")}${await block(all[0])}${formOf("Size", [1, 2, 3, 4, 5])}${formOf("Another product", [8, 9])}`;
  const address = (id: number) => `/products/jacket?variant=${id}&section_id=template--1__main`;
  const sections = await Promise.all([3, 4, 9].map(async (id) => [address(id), await block(all[id - 1] ?? all[0])]));
  const { page } = await aShopWith(html, async () => Object.fromEntries(sections) as Record<string, string>);
  await page.route(`**${address(5)}`, (route) => route.abort());
  const alert = page.locator("keepsake-notify-me");
  const button = page.getByRole("button", { name: "Notify me when available" });
  const choose = (id: number, label = "Size") => page.getByLabel(label).selectOption(`${id}`);
  const expectChosen = async (id: number, isAlertShown: boolean) => {
    for (const element of [alert, page.locator("keepsake-heart")])
      await expect.poll(() => element.getAttribute("epi"), { timeout: TIMEOUT_MS }).toBe(`${id}`);
    await expect.poll(() => button.count(), { timeout: TIMEOUT_MS }).toBe(isAlertShown ? 1 : 0);
  };

  await choose(3);
  await expectChosen(3, true);
  await choose(4);
  await expectChosen(4, false);
  await choose(2);
  await expectChosen(2, true);
  const answered = page.waitForResponse((response) => response.url().endsWith(address(9)));
  await choose(9, "Another product");
  await answered;
  await expectChosen(2, true);
  await choose(5); // The shop does not answer.
  await expect.poll(() => button.count(), { timeout: TIMEOUT_MS }).toBe(0);
  await choose(3);
  await expectChosen(3, true);
});

test("a cached page that fetches its token keeps a guest's saved items and ends the session of a customer who logged out", async () => {
  const { page, store } = await aShopWith(
    `${snippet("script-tag").replace(' data-token=""', "")}${snippet("elements")}${snippet("cached-pages")}`,
    async () => ({ "/keepsake-token": "" }),
  );
  await heartOf(page, "Jacket").click();
  expect(await isPressed(page, "Jacket")).toBe(true);
  await expect.poll(() => kindOf(page), { timeout: TIMEOUT_MS }).toBe("guest");
  const guest = await shopperOf(page);
  await page.reload({ waitUntil: "networkidle" });
  await expect.poll(() => shopperOf(page), { timeout: TIMEOUT_MS }).toEqual(guest);
  expect(await isPressed(page, "Jacket")).toBe(true);
  await logIn(page, await signAssertion(identitySecret(await store.record()), { email: "ada@example.com" }));
  await expect.poll(() => kindOf(page), { timeout: TIMEOUT_MS }).toBe("account");
  await page.reload();
  await expect.poll(() => kindOf(page), { timeout: TIMEOUT_MS }).not.toBe("account");
});

test("the BigCommerce code shows a heart, and an alert when the product is sold out", async () => {
  const product = {
    id: 77,
    url: "https://shop.example/mug/",
    title: 'Mug "Ferry" <b>',
    price: { without_tax: { value: 24 } },
    out_of_stock: true,
  };
  const html = Handlebars.compile(snippet("bigcommerce"), { strict: true })({ product });
  const { page } = await aShopWith(snippet("script-tag") + html);
  await heartOf(page, 'Mug "Ferry" <b>').click();
  expect(await isPressed(page, 'Mug "Ferry" <b>')).toBe(true);
  expect(await appears(page.getByRole("button", { name: "Notify me when available" }))).toBe(true);
});

/** Runs the WooCommerce code as WordPress would, and returns what its hooks print. */
async function renderWordPress(
  store: TestStore,
  customer: string | undefined,
  { hooks = ["wp_head"], args = "" }: { hooks?: readonly string[]; args?: string } = {},
) {
  const secret = identitySecret(await store.record());
  const constants = { URL: demo.serviceUrl, PID: store.pid, KEY: store.key, IDENTITY_SECRET: secret };
  const code = `${await readFile(new URL("./fixtures/wordpress.php", import.meta.url), "utf8")}
    $customer = ${customer === undefined ? "null" : JSON.stringify(customer)};
    ${Object.entries(constants)
      .map(([name, value]) => `define('KEEPSAKE_${name}', ${JSON.stringify(value)});`)
      .join("\n")}
    ${snippet("woocommerce")}
    ${hooks.map((hook) => `run_hook('${hook}'${args});`).join("\n")}`;
  const { stdout } = await promisify(execFile)(php, ["-d", "display_errors=stderr", "-r", code]);
  return stdout;
}

const ADA = "ada@example.com";
const assertionOf = async (store: TestStore) => signAssertion(identitySecret(await store.record()), { email: ADA });
/** Each platform renders its head for a customer, or for nobody, and answers the calls of the snippet. */
const PLATFORMS: Record<
  string,
  {
    render: (store: TestStore, customer: string | undefined) => string | Promise<string>;
    answers?: (store: TestStore) => Promise<Record<string, string>>;
  }
> = {
  Shopify: {
    // A shop that has the extension without the app: the merchant typed both values into the theme editor.
    render: async (_, customer) =>
      aTheme().render(await shopifyBlock("keepsake"), {
        block: { settings: { url: "https://keepsake.example", pid: "YOUR-PID" } },
        customer: customer ? { id: 1 } : null,
      }),
    answers: async (store) => ({ "/apps/keepsake/token": await assertionOf(store) }),
  },
  BigCommerce: {
    render: (_, customer) =>
      Handlebars.compile(snippet("bigcommerce-head"))({ customer: customer ? { id: 1, email: customer } : null }),
    answers: async (store) => ({
      "/customer/current.jwt?app_client_id=YOUR-APP-CLIENT-ID": "a JWT of BigCommerce",
      "/keepsake-token": await assertionOf(store),
    }),
  },
  WooCommerce: { render: renderWordPress },
  "your own server": {
    render: async (store, customer) =>
      snippet("script-tag").replace('data-token=""', `data-token="${customer ? await assertionOf(store) : ""}"`),
  },
};

test.each(Object.entries(PLATFORMS))(
  "on %s, the code logs the customer in and out, and a guest stays a guest",
  async (_, { render, answers }) => {
    let customer: string | undefined;
    const { page } = await aShopWith(
      async (store) =>
        `${await render(store, customer)}<keepsake-heart epi="1" empi="1" du="https://shop.example/1" title="Mug"></keepsake-heart>`,
      answers,
    );
    const untilKind = async (kind: string) => await expect.poll(() => kindOf(page), { timeout: TIMEOUT_MS }).toBe(kind);
    await heartOf(page, "Mug").click();
    await untilKind("guest");
    await page.reload();
    await untilKind("guest");
    customer = ADA;
    await page.reload();
    await untilKind("account");
    expect(await isPressed(page, "Mug")).toBe(true);
    customer = undefined;
    await page.reload();
    await untilKind("nobody");
    expect(await isPressed(page, "Mug", false)).toBe(true);
  },
);

/** The pages that fetch their token by script: their code, and the path of the token. */
const FETCHED: Record<string, { html: () => string | Promise<string>; path: string }> = {
  "a cached page": {
    html: () => snippet("script-tag").replace(' data-token=""', "") + snippet("cached-pages"),
    path: "/keepsake-token",
  },
  Shopify: {
    html: async () => (await PLATFORMS["Shopify"]?.render({} as TestStore, ADA)) ?? missing("Shopify"),
    path: "/apps/keepsake/token",
  },
  BigCommerce: {
    html: async () => (await PLATFORMS["BigCommerce"]?.render({} as TestStore, ADA)) ?? missing("BigCommerce"),
    path: "/customer/current.jwt",
  },
};

test.each(Object.entries(FETCHED))(
  "on %s, calls wait for the token, and a token that cannot be fetched logs the previous customer out",
  async (_, { html, path }) => {
    const { page, store } = await aShopWith(
      async () =>
        `${await html()}<keepsake-heart epi="1" empi="1" du="https://shop.example/1" title="Mug"></keepsake-heart>`,
      async () => ({ "/keepsake-token": "", "/apps/keepsake/token": "" }),
    );
    await logIn(page, await assertionOf(store));
    const isSaved = page.waitForResponse((answer) => /update-ctx/.test(answer.url()) && answer.ok());
    await heartOf(page, "Mug").click();
    await (await isSaved).finished();
    expect(await isPressed(page, "Mug")).toBe(true);

    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>();
    const calls: string[] = [];
    page.on("request", (request) => void calls.push(new URL(request.url()).pathname));
    await page.route(`**${path}*`, async (route) => {
      ask();
      await mayFail;
      await route.abort();
    });
    await page.reload();
    await isAsked;
    await heartOf(page, "Mug").click();
    const ofShoppers = calls.filter((called) => called.startsWith("/api/") && called !== "/api/v3/elements");
    expect(ofShoppers).toEqual([]);
    fail();
    await expect.poll(() => kindOf(page), { timeout: TIMEOUT_MS }).not.toBe("account");
  },
);

test("the WooCommerce code shows a heart and an alert, and reports stock", async () => {
  const { page } = await aShopWith(async (store) =>
    renderWordPress(store, undefined, { hooks: ["wp_head", "woocommerce_single_product_summary"] }),
  );
  await heartOf(page, 'Lamp "Bothy"').click();
  expect(await isPressed(page, 'Lamp "Bothy"')).toBe(true);
  expect(await appears(page.getByRole("button", { name: "Notify me when available" }))).toBe(true);
  const store = await aStore(demo.service, { scopes: ["admin"] });
  await renderWordPress(store, undefined, { hooks: ["woocommerce_product_set_stock"], args: ", $product" });
  expect(await demo.query("select quantity from stock_levels where store_id = $1", [store.id])).toEqual([
    { quantity: 7 },
  ]);
});

test("the React code logs the customer in and out", async () => {
  const page = `
    import { createRoot } from "react-dom/client";
    const root = createRoot(document.querySelector("#root"));
    globalThis.show = (token) => root.render(<Keepsake pid="YOUR-PID" url="https://keepsake.example" token={token}>
      <Heart product={{ id: "gid://shopify/Product/44", handle: "jacket", title: "Jacket" }} variant={{ id: "gid://shopify/ProductVariant/4411" }} />
    </Keepsake>);
    globalThis.show(null);
    globalThis.Keepsake = true;`;
  const script = await bundle(snippet("react") + page);
  const { page: shop, store } = await aShopWith(
    `<div id="root"></div><script type="module">${script.replaceAll("</script", "<\\/script")}</script>`,
  );
  const show = (token: string | undefined) =>
    shop.evaluate((next) => (globalThis as unknown as { show(token: string | undefined): void }).show(next), token);
  const stored = () => shop.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await heartOf(shop, "Jacket").click();
  expect(await isPressed(shop, "Jacket")).toBe(true);
  await show(await assertionOf(store));
  await expect.poll(stored, { timeout: TIMEOUT_MS }).toContain(ADA);
  expect(await isPressed(shop, "Jacket")).toBe(true);
  await show(undefined);
  await expect.poll(stored, { timeout: TIMEOUT_MS }).not.toContain(ADA);
  expect(await isPressed(shop, "Jacket", false)).toBe(true);
});

test("the React code shows a heart that saves", async () => {
  const page = `
    import { createRoot } from "react-dom/client";
    const product = { id: "gid://shopify/Product/44", handle: "jacket", title: "Jacket" };
    createRoot(document.querySelector("#root")).render(
      <Keepsake pid="YOUR-PID" url="https://keepsake.example" token={null}>
        <Heart product={product} variant={{ id: "gid://shopify/ProductVariant/4411" }} />
      </Keepsake>,
    );
    globalThis.Keepsake = true;`;
  const script = await bundle(snippet("react") + page);
  const shop = await aShopWith(
    `<div id="root"></div><script type="module">${script.replaceAll("</script", "<\\/script")}</script>`,
  );
  await heartOf(shop.page, "Jacket").click();
  expect(await isPressed(shop.page, "Jacket")).toBe(true);
  await shop.page.reload();
  expect(await isPressed(shop.page, "Jacket")).toBe(true);
});

/** Bundles as a shop would, in a folder from which the packages resolve. */
async function bundle(source: string) {
  await mkdir(SCRATCH, { recursive: true });
  const folder = await mkdtemp(join(SCRATCH, "react-"));
  whenDone(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "page.jsx"), source);
  await build({
    cwd: folder,
    config: false,
    entry: { page: join(folder, "page.jsx") },
    outDir: join(folder, "out"),
    format: "esm",
    platform: "browser",
    deps: { alwaysBundle: [/./] },
    define: { "process.env.NODE_ENV": '"production"' },
    dts: false,
    logLevel: "error",
  });
  return readFile(join(folder, "out/page.js"), "utf8");
}

const logIn = (page: Awaited<ReturnType<typeof openPage>>, token: string) =>
  page.evaluate(
    (signed) => (globalThis as unknown as { Keepsake: { login(token: string): Promise<void> } }).Keepsake.login(signed),
    token,
  );

const shopperOf = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.evaluate(() =>
    (
      globalThis as unknown as { Keepsake: { client: { shopper: { get(): { kind: string; regid?: string } } } } }
    ).Keepsake.client.shopper.get(),
  );

const kindOf = async (page: Awaited<ReturnType<typeof openPage>>) => (await shopperOf(page)).kind;
