import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { aDemo, appears, heartOf, isPressed, openPage } from "../../../packages/demo-store/test/fixtures/demo.ts";
import { identitySecret } from "../../../packages/service/src/features/stores/store.ts";
import { aStore } from "../../../packages/service/test/fixtures/service.ts";
import { aWordPress } from "./fixtures/wordpress.ts";

// Pages of a real WordPress in a real browser, with the script of the real service.
const [shop, demo] = await Promise.all([aWordPress(), aDemo()]);
const store = await aStore(demo.service, { scopes: ["admin"] });
const secret = identitySecret(await store.record());

const connect = (more: string) =>
  shop.run(`$pages = array('lists_page' => Keepsake\\Shop\\ensure_page(0, 'Wishlist', '[keepsake_lists]'));
    update_option('keepsake_settings', $pages + array('url' => '${demo.serviceUrl}', 'pid' => '${store.pid}', 'key' => '${store.key}', 'secret' => '${secret}', ${more}));
    return;`);
/** The cookie of a customer who is logged in. */
const aCustomer = (email: string) =>
  shop.ask<{
    name: string;
    value: string;
  }>(`$id = wp_insert_user(array('user_login' => '${email}', 'user_email' => '${email}', 'user_pass' => 'x', 'role' => 'subscriber'));
    return array('name' => LOGGED_IN_COOKIE, 'value' => wp_generate_auth_cookie($id, time() + 600, 'logged_in', WP_Session_Tokens::get_instance($id)->create(time() + 600)));`);
const aPage = (create: string) => shop.ask<string>(`return get_permalink(${create});`);
const html = (url: string, cookie = "") => fetch(url, { headers: { cookie } }).then((answer) => answer.text());
const token = (headers: Record<string, string>, method = "POST") =>
  fetch(`${shop.url}/wp-admin/admin-ajax.php${method === "GET" ? "?action=keepsake_token" : ""}`, {
    method,
    headers,
    ...(method === "POST" ? { body: new URLSearchParams({ action: "keepsake_token" }) } : {}),
  });
/** The email address of a token, if the store's secret signed it. */
function emailIn(jwt: string) {
  const [head, claims = "", signature] = jwt.split(".");
  const expected = createHmac("sha256", secret).update(`${head}.${claims}`).digest("base64url");
  return signature === expected
    ? (JSON.parse(Buffer.from(claims, "base64url").toString()) as { email: string }).email
    : undefined;
}

test("a page says who is logged in, and says nothing of anybody when it may come from a cache", async () => {
  const { name, value } = await aCustomer("ada@example.com");
  const cookie = `${name}=${encodeURIComponent(value)}`;
  await connect("'page_cache' => false");
  const tokenOf = (page: string) => / data-token="([^"]*)"/.exec(page)?.[1];
  expect(tokenOf(await html(shop.url))).toBe("");
  expect(emailIn(tokenOf(await html(shop.url, cookie)) ?? "")).toBe("ada@example.com");

  await connect("'page_cache' => true");
  const [guest, customer] = [await html(shop.url), await html(shop.url, cookie)];
  for (const page of [guest, customer]) {
    expect(page).not.toContain("data-token");
    expect(page).toContain("keepsake.login(fetchToken()");
  }
});

test("a shop that checks addresses itself says whom the plugin may log in", async () => {
  await connect("'page_cache' => false");
  await aCustomer("checked@example.com");
  await aCustomer("unchecked@example.com");
  const tokens = await shop.ask<string[]>(`
    add_filter('keepsake_may_log_in', fn($may, $user) => $may && $user->user_email === 'checked@example.com', 10, 2);
    return array_map(function ($email) {
      wp_set_current_user(get_user_by('email', $email)->ID);
      return Keepsake\\Shop\\login_token();
    }, array('checked@example.com', 'unchecked@example.com'));`);
  expect(tokens.map((one) => one && emailIn(one))).toEqual(["checked@example.com", ""]);
});

test("the token is answered to the shop's own pages only, and never stored", async () => {
  await connect("'page_cache' => true");
  const { name, value } = await aCustomer("grace@example.com");
  const cookie = `${name}=${encodeURIComponent(value)}`;
  const own = { "x-requested-with": "keepsake" };
  const answer = await token({ ...own, cookie });
  expect(answer.headers.get("cache-control")).toBe("no-store, private");
  expect(emailIn(await answer.text())).toBe("grace@example.com");
  expect(await (await token(own)).text()).toBe("");
  expect((await token({ cookie })).status).toBe(403);
  expect((await token({ ...own, cookie, "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await token({ ...own, cookie }, "GET")).status).toBe(403);
});

test("a shopper saves a product, and sees it on the page of the lists; a sold-out one has an alert button", async () => {
  await connect("'page_cache' => true");
  const url = await aPage(
    "create_product(array('_manage_stock' => 'yes', '_stock' => 0), array('post_title' => 'Lamp \"Bothy\"'))",
  );
  const context = await demo.aContext(shop.url);
  const page = await openPage(context, url);
  expect(await appears(page.getByRole("button", { name: "Notify me when available" }))).toBe(true);
  await heartOf(page, 'Lamp "Bothy"').click();
  expect(await isPressed(page, 'Lamp "Bothy"')).toBe(true);
  const lists = await openPage(context, await aPage("get_option('keepsake_settings')['lists_page']"));
  expect(await appears(lists.getByText('Lamp "Bothy"'))).toBe(true);
});

test("heart and alert button follow the variation that the shopper chooses", async () => {
  await connect("'page_cache' => true");
  const { parent, data, permalink } = await shop.ask<{ parent: number; data: object[]; permalink: string }>(
    `$parent = create_product(array('_type' => 'variable'), array('post_title' => 'Jacket'));
     $variations = array_map(fn($stock) => wc_get_product(create_product(array('_manage_stock' => 'yes', '_stock' => $stock, '_colour' => "Colour $stock", '_backorders' => 'yes'), array('post_type' => 'product_variation', 'post_parent' => $parent))), array(3, 0));
     return array('parent' => $parent, 'permalink' => get_permalink($parent), 'data' => array_map(fn($variation) => apply_filters('woocommerce_available_variation', array('variation_id' => $variation->get_id(), 'is_in_stock' => true), wc_get_product($parent), $variation), $variations));`,
  );
  const page = await openPage(await demo.aContext(shop.url), permalink);
  // What WooCommerce's own script does when the shopper chooses; its form is in the page of a real WooCommerce.
  const choose = (event: string, variation: object) =>
    page.evaluate(`{
      const form = document.querySelector("form") ?? document.createElement("form");
      form.className = "variations_form";
      form.dataset.product_id = "${parent}";
      document.querySelector(".product").append(form);
      jQuery(form).trigger("${event}", [${JSON.stringify(variation)}]);
    }`);
  const notifyMe = page.getByRole("button", { name: "Notify me when available" });
  const available = () => page.locator("keepsake-notify-me").getAttribute("available");
  expect(await available()).toBe("true");
  await choose("found_variation", data[1] ?? {});
  expect(await appears(notifyMe)).toBe(true); // On backorder is not available.
  await heartOf(page, "Jacket").click();
  expect(await isPressed(page, "Jacket")).toBe(true);
  await choose("found_variation", data[0] ?? {});
  expect(await available()).toBe("true");
  expect(await isPressed(page, "Jacket", false)).toBe(true);
  await choose("reset_data", {});
  expect(await page.locator("keepsake-heart").getAttribute("epi")).toBe(String(parent));
  const rows = await demo.query<{ id: string }>("select platform_id as id from variants where store_id = $1", [
    store.id,
  ]);
  expect(rows.map(({ id }) => id)).toContain(String((data[1] as { variation_id: number }).variation_id));
});

test("what the shopper takes from a list goes into the cart of WooCommerce", async () => {
  await connect("'page_cache' => true");
  const page = await openPage(await demo.aContext(shop.url), await aPage("create_product(array())"));
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().includes("wc-ajax=add_to_cart")),
    page.evaluate(`document.dispatchEvent(new CustomEvent("keepsake:to-cart", {
      detail: { item: { epi: "77", qty: 2 }, waitUntil: (work) => work.catch(() => undefined) },
    }))`),
  ]);
  expect(request.postData()).toBe("product_id=77&quantity=2");
});

test("PHP has nothing to complain about", async () => {
  expect(await shop.complaints()).toEqual([]);
});
