import { beforeEach, expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { anHttpSink } from "../../../packages/service/test/fixtures/http-sink.ts";
import { aRunningService } from "../../../packages/service/test/fixtures/running-service.ts";
import type { TestStore } from "../../../packages/service/test/fixtures/service.ts";
import { zipPlugin } from "../../../scripts/connectors-zip.ts";
import { aBadNetwork } from "./fixtures/bad-network.ts";
import { aWordPress } from "./fixtures/wordpress.ts";

// The plugin runs in a real WordPress with a real database and talks to the real service. WooCommerce itself is a stand-in
// (fixtures/woocommerce.php).
const [shop, keepsake] = await Promise.all([aWordPress(), aRunningService()]);
const WAIT_MS = 60_000;

// The tests share the shop, so each begins with an empty one that is not connected.
beforeEach(async () => {
  await shop.run(`global $wpdb;
    foreach (get_posts(array('post_type' => array('product', 'product_variation', 'shop_order', 'page'), 'post_status' => 'any', 'numberposts' => -1)) as $post) wp_delete_post($post->ID, true);
    foreach (array('keepsake_settings', 'keepsake_state', 'keepsake_lock') as $option) delete_option($option);
    delete_option('woocommerce_notify_no_stock_amount');
    Keepsake\\Shop\\stop();
    Keepsake\\Shop\\noted(null);
    foreach (array('queue', 'sent') as $table) $wpdb->query("delete from wp_keepsake_$table");`);
});

const settingsOf = ({ pid, key }: TestStore, url = keepsake.url) => ({
  url,
  pid,
  key,
  secret: "a secret of 32 characters or more",
});
const php = (value: unknown) =>
  `json_decode(base64_decode('${Buffer.from(JSON.stringify(value)).toString("base64")}'), true)`;
const connect = (settings: ReturnType<typeof settingsOf>) =>
  shop.ask<string>(`return Keepsake\\Shop\\connect(${php(settings)});`);
/** Creates products in one process: each has its meta fields and those of its post. */
const products = (...all: [meta: object, post?: object][]) =>
  shop.ask<number[]>(`return array_map(fn($product) => create_product(...$product), ${php(all)});`);
const aProduct = async (meta: object, post: object = {}) => (await products([meta, post]))[0] ?? 0;
const managed = (quantity: number, more: object = {}) => ({ _manage_stock: "yes", _stock: quantity, ...more });
const pending = () => shop.ask<number>("return Keepsake\\Shop\\count_pending();");
const problem = () => shop.ask<string>("return Keepsake\\Shop\\state()['problem'] ?? '';");
const reconcile = () => shop.run("Keepsake\\Shop\\reconcile();");

/** The page of the plugin in wp-admin, and what its forms send. */
async function aMerchant() {
  const cookie = await shop.ask<string>(`$session = WP_Session_Tokens::get_instance(1)->create(time() + 600);
    return AUTH_COOKIE . '=' . rawurlencode(wp_generate_auth_cookie(1, time() + 600, 'auth', $session)) . '; '
      . LOGGED_IN_COOKIE . '=' . rawurlencode(wp_generate_auth_cookie(1, time() + 600, 'logged_in', $session));`);
  const page = () =>
    fetch(`${shop.url}/wp-admin/admin.php?page=keepsake`, { headers: { cookie } }).then((answer) => answer.text());
  const nonceOf = async (action: string) =>
    new RegExp(` value="${action}">.*? name="_wpnonce" value="(\\w+)"`, "s").exec(await page())?.[1] ?? "";
  const post = (fields: Record<string, string>) =>
    fetch(`${shop.url}/wp-admin/admin-post.php`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  return { page, nonceOf, post };
}

async function aConnectedShop() {
  const store = await keepsake.aNotifyingStore();
  expect(await connect(settingsOf(store))).toBe("");
  return store;
}

test("Connect refuses a wrong key, a key without the scopes, an address without TLS and a server that is no Keepsake", async () => {
  const store = await keepsake.aNotifyingStore();
  expect(await connect({ ...settingsOf(store), key: "ks_wrong" })).toMatch(/does not know this store id and API key/);
  const { key } = await store.aKey(["catalog"]);
  expect(await connect({ ...settingsOf(store), key })).toMatch(/lacks the scope "orders"/);
  expect(await connect(settingsOf(store, "http://keepsake.example"))).toMatch(/must begin with https/);
  expect(await connect(settingsOf(store, `${shop.url}/readme.html`))).toMatch(
    /^Could not connect to Keepsake: 200: The server did not answer like Keepsake/,
  );
  expect(await shop.ask("return Keepsake\\Shop\\is_connected();")).toBe(false);
  expect(await connect(settingsOf(store))).toBe("");
  expect(await shop.ask("return Keepsake\\Shop\\is_connected();")).toBe(true);
});

test("the merchant connects with one button in wp-admin, which creates the pages and sends all products", async () => {
  const store = await keepsake.aNotifyingStore();
  const jacket = await aProduct(managed(3));
  const { page, nonceOf, post } = await aMerchant();
  const nonce = await nonceOf("keepsake_connect");
  const press = (fields: Record<string, string>) =>
    post({ action: "keepsake_connect", ...settingsOf(store), ...fields });

  expect((await press({ _wpnonce: "forged" })).status).toBe(403);
  expect(await shop.ask("return Keepsake\\Shop\\is_connected();")).toBe(false);
  expect((await press({ _wpnonce: nonce })).status).toBe(302);
  const connected = await page();
  expect(connected).toContain("Connected.");
  for (const secret of [store.key, settingsOf(store).secret]) expect(connected).not.toContain(secret);
  expect(
    await shop.ask("return array_map(fn($page) => $page->post_content, get_pages(array('sort_column' => 'ID')));"),
  ).toEqual([
    "<!-- wp:shortcode -->[keepsake_lists]<!-- /wp:shortcode -->",
    "<!-- wp:shortcode -->[keepsake_shared_list]<!-- /wp:shortcode -->",
  ]);

  await shop.runCron();
  expect(await waitFor(async () => (await keepsake.stockOf(store))[jacket] === 3, WAIT_MS)).toBe(true);
  expect(await page()).toMatch(/1 products, \d quantities were wrong/);

  // Connecting again creates no second pages, and an empty field keeps the stored key.
  expect((await press({ _wpnonce: nonce, key: "", secret: "" })).status).toBe(302);
  expect(await shop.ask("return count(get_pages());")).toBe(2);
  expect(await shop.ask("return Keepsake\\Shop\\setting('key');")).toBe(store.key);
});

test("Connect sends a stored key to no other address", async () => {
  const store = await aConnectedShop();
  const stranger = await anHttpSink();
  const connectForm = (sent: object, defined: Record<string, string> = {}) =>
    shop.ask<string>(`foreach (${php(defined)} as $name => $value) define($name, $value);
      return Keepsake\\Shop\\connect_form(${php(sent)});`);
  const { pid, url, key } = settingsOf(store);
  expect(await connectForm({ pid, url: stranger.url, key: "" })).toBe("Enter the API key again: the address is new.");
  expect(await connectForm({ pid, url: stranger.url }, { KEEPSAKE_KEY: key })).toMatch(
    /Add KEEPSAKE_URL to wp-config.php/,
  );
  expect(stranger.posts).toEqual([]);
  expect(await connectForm({ pid, url: stranger.url, key })).toMatch(/belongs to another store/);
  expect(stranger.posts).toHaveLength(1); // The merchant entered it for this address.

  expect(await connectForm({ pid, url: `${url}/`, key: "" })).toBe("");
  expect(await connectForm({ pid, url }, { KEEPSAKE_KEY: key })).toBe("");
  expect(await connectForm({ pid }, { KEEPSAKE_KEY: key, KEEPSAKE_URL: url })).toBe("");
});

test("what can be sold now is the stock: backorders are not, untracked products always are", async () => {
  const store = await aConnectedShop();
  const [variable = 0, draft = 0] = await products(
    [{ _type: "variable", ...managed(9) }],
    [{ _type: "variable" }, { post_status: "draft" }],
  );
  const ofVariable = { post_type: "product_variation", post_parent: variable };
  const cases: { units: number; meta: object; post?: object }[] = [
    { units: 7, meta: managed(7) },
    { units: 2, meta: managed(2.5) },
    { units: 0, meta: managed(-3, { _backorders: "yes" }) },
    { units: 4, meta: managed(4, { _backorders: "notify" }) },
    { units: 1_000_000, meta: { _stock_status: "instock" } },
    { units: 0, meta: { _stock_status: "outofstock" } },
    { units: 0, meta: { _stock_status: "onbackorder" } },
    { units: 0, meta: managed(5), post: { post_status: "private" } },
    { units: 1, meta: managed(1, { _colour: "Moss" }), post: ofVariable },
    { units: 9, meta: { _colour: "Rust" }, post: ofVariable }, // the units of its product
    { units: 0, meta: managed(6), post: { ...ofVariable, post_status: "private" } },
    { units: 0, meta: managed(6), post: { ...ofVariable, post_parent: draft } },
  ];
  const ids = await products(...cases.map(({ meta, post = {} }): [object, object] => [meta, post]));
  const expected = Object.fromEntries(cases.map(({ units }, index) => [ids[index], units]));
  await reconcile();
  expect(await keepsake.stockOf(store)).toEqual({ ...expected, [variable]: 9, [draft]: 0 });
  await shop.run("update_option('woocommerce_notify_no_stock_amount', 8);");
  await shop.run(`set_stock(${variable}, 8);`); // The shop's threshold: it sells none of the last eight.
  expect((await keepsake.stockOf(store))[variable]).toBe(0);
});

test("the catalogue gets titles, links, prices and the words of the variation", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct({ _type: "variable" }, { post_title: "Jacket & <b>hood</b>" });
  const moss = await aProduct(managed(1, { _colour: "Moss", _price: "39.5", _regular_price: "49", _sku: "J-1" }), {
    post_type: "product_variation",
    post_parent: jacket,
  });
  const rows = await keepsake.ask<{ product: object; empi: string }>(
    "select product, product_id as empi from variants where store_id = $1 and platform_id = $2",
    [store.id, String(moss)],
  );
  expect(rows[0]?.empi).toBe(String(jacket));
  expect(rows[0]?.product).toMatchObject({
    title: "Jacket & hood",
    variantTitle: "Moss",
    sku: "J-1",
    price: 39.5,
    compareAtPrice: 49,
    currency: "EUR",
  });
});

test("the price is the same, whoever's request sends it", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct(managed(3, { _price: "119", _regular_price: "238" }));
  const product = async () => {
    const [row] = await keepsake.ask<{ product: object }>(
      "select product from variants where store_id = $1 and platform_id = $2",
      [store.id, String(jacket)],
    );
    return row?.product;
  };
  const shoppers = [
    "WC()->customer = new WC_Customer('DE', true);", // pays no tax
    "WC()->customer = new WC_Customer('AT');",
    `WC()->customer = null; // chose another currency
    add_filter('woocommerce_currency', fn() => 'USD');
    foreach (array('price', 'regular_price') as $price) add_filter("woocommerce_product_get_$price", fn($amount) => $amount * 2);`,
    "add_filter('woocommerce_get_tax_location', fn() => array('AT', '', '', ''));",
  ];
  for (const [index, shopper] of shoppers.entries()) {
    await shop.run(`${shopper} set_stock(${jacket}, ${index});`);
    expect((await keepsake.stockOf(store))[jacket]).toBe(index);
    expect(await product()).toMatchObject({ price: 119, compareAtPrice: 238, currency: "EUR" });
  }
  const country = "WC()->customer = new WC_Customer('AT'); Keepsake\\Shop\\variant_of(wc_get_product(get_posts(";
  expect(await shop.ask(`${country}array('post_type' => 'product'))[0])); return WC()->customer->country;`)).toBe("AT");
});

test("a restock in the shop alerts the person who waits, once, and an order ends the wait", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct(managed(0));
  await keepsake.waitInLine(store, "ada@example.com", jacket);
  await keepsake.waitInLine(store, "buyer@example.com", jacket);
  // WooCommerce dates orders by the second, and this one comes in the same second as the sign-up.
  await shop.run(`$order = wp_insert_post(array('post_type' => 'shop_order', 'post_status' => 'wc-pending', 'post_title' => 'Order', 'post_date_gmt' => gmdate('Y-m-d H:i:s', time() + 2)));
    update_post_meta($order, '_billing_email', 'buyer@example.com');
    update_post_meta($order, '_items', array(array('id' => ${jacket}, 'quantity' => 1, 'price' => 49.0)));
    wc_get_order($order)->update_status('processing');`);
  await shop.run(`set_stock(${jacket}, 5); set_stock(${jacket}, 4);`);
  await keepsake.expectAlerts(store, {
    "ada@example.com": 1,
    "buyer@example.com": 0,
  });
  expect(await keepsake.ask("select currency from orders where store_id = $1", [store.id])).toEqual([
    { currency: "EUR" },
  ]);
});

test("changes of one request are sent with one call, after the shopper has got the answer", async () => {
  const sink = await anHttpSink(({ path }) => ({
    status: path.includes("report") ? 404 : 200,
    body: '{"corrected":0}',
  }));
  await shop.run(`update_option('keepsake_settings', ${php({ url: sink.url, pid: "a", key: "b" })});`);
  const ids = await products([managed(1)], [managed(2)]);
  sink.posts.length = 0;
  await shop.run(ids.map((id) => `set_stock(${id}, 8); set_stock(${id}, 9);`).join(""));
  const sets = sink.posts.filter(({ path }) => path.endsWith("inventory/set"));
  expect(
    sets.map(({ body }) => (JSON.parse(body) as { levels: { epi: string }[] }).levels.map(({ epi }) => Number(epi))),
  ).toEqual([ids]);

  // A web server that cannot let the browser go leaves the call to the scheduler.
  sink.posts.length = 0;
  await shop.run(
    `file_put_contents(ABSPATH . 'change.php', "<?php require 'wp-load.php'; set_stock(${ids[0]}, 3); echo 'done';");`,
  );
  expect(await (await fetch(`${shop.url}/change.php`)).text()).toBe("done");
  expect(sink.posts).toEqual([]);
  expect(await pending()).toBe(1);
  await shop.runCronLater();
  expect(await waitFor(() => sink.posts.some(({ path }) => path.endsWith("inventory/set")), WAIT_MS)).toBe(true);
});

test("while Keepsake is down nothing is lost and no request of the shop waits for it", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct(managed(0));
  await shop.run(`update_option('keepsake_settings', ${php(settingsOf(store, "http://127.0.0.1:1"))});`);
  await shop.run(`set_stock(${jacket}, 5);`);
  expect(await pending()).toBe(1);
  expect(await problem()).not.toBe("");
  await shop.run(`update_option('keepsake_settings', ${php(settingsOf(store))});`);
  await shop.run(`set_stock(${jacket}, 6);`); // Does not try before the pause is over.
  expect((await keepsake.stockOf(store))[jacket]).toBe(0);
  await shop.runCronLater();
  expect(await waitFor(async () => (await keepsake.stockOf(store))[jacket] === 6, WAIT_MS)).toBe(true);
  expect(await waitFor(async () => (await pending()) === 0, WAIT_MS)).toBe(true);
  expect(await problem()).toBe("");
});

test("refused orders hold back no stock, and are shown as the problem until they were taken", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct(managed(3));
  // Keepsake without its address for orders.
  let isRefused = true;
  const front = await anHttpSink(async ({ path, body, headers }) => {
    if (isRefused && path.endsWith("orders/report")) return { status: 403, body: '{"msg":"No orders"}' };
    const { authorization } = headers;
    const answer = await fetch(`${keepsake.url}${path}`, {
      method: "POST",
      body,
      headers: { authorization: String(authorization), "content-type": "application/json" },
    });
    return { status: answer.status, body: await answer.text() };
  });
  await shop.run(`update_option('keepsake_settings', ${php(settingsOf(store, front.url))});`);
  const order = `$order = wp_insert_post(array('post_type' => 'shop_order', 'post_status' => 'wc-pending', 'post_title' => 'Order'));
    update_post_meta($order, '_billing_email', 'buyer@example.com');
    update_post_meta($order, '_items', array(array('id' => ${jacket}, 'quantity' => 1, 'price' => 49.0)));`;
  const paid = "wc_get_order($order)->update_status('processing');";
  await shop.run(`${order} set_stock(${jacket}, 2); ${paid}`);
  expect((await keepsake.stockOf(store))[jacket]).toBe(2);
  expect([await pending(), await problem()]).toEqual([1, expect.stringContaining("403: No orders")]);
  await shop.run(`${order} set_stock(${jacket}, 1); ${paid}`); // The orders wait for their event.
  expect((await keepsake.stockOf(store))[jacket]).toBe(1);
  expect(await pending()).toBe(2);

  await reconcile();
  const shown = async () => {
    const { body } = await store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
    return (body["connectors"] as { problem: string | null }[])[0]?.problem;
  };
  expect([await problem(), await shown()]).toEqual([expect.stringContaining("No orders"), "403: No orders"]);
  isRefused = false;
  await reconcile();
  expect([await problem(), await pending(), await shown()]).toEqual(["", 0, null]);
  expect(await keepsake.ask("select currency from orders where store_id = $1", [store.id])).toHaveLength(2);
});

test("a product in the trash has no stock, a restored one has it again, and a deleted one has none for good", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct(managed(5));
  await shop.run(`wp_trash_post(${jacket});`);
  expect((await keepsake.stockOf(store))[jacket]).toBe(0);
  await shop.run(`wp_untrash_post(${jacket}); wp_publish_post(${jacket});`);
  expect((await keepsake.stockOf(store))[jacket]).toBe(5);
  await shop.run(`wp_delete_post(${jacket}, true);`);
  expect((await keepsake.stockOf(store))[jacket]).toBe(0);
});

test("the reconcile finds products that were deleted without a hook, and forgets them", async () => {
  const store = await aConnectedShop();
  const [kept = 0, gone = 0] = await products([managed(4)], [managed(5)]);
  await reconcile();
  expect(await keepsake.stockOf(store)).toEqual({ [kept]: 4, [gone]: 5 });
  await shop.run(`global $wpdb; $wpdb->delete($wpdb->posts, array('ID' => ${gone}));`);
  await reconcile();
  expect(await keepsake.stockOf(store)).toEqual({ [kept]: 4, [gone]: 0 });
  expect(await shop.ask("global $wpdb; return $wpdb->get_col('select id from wp_keepsake_sent');")).toEqual([
    `${kept}`,
  ]);
});

test("while the database fails, no product seems to be gone", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct(managed(5));
  const failing = `global $wpdb; ini_set('error_log', '/dev/null'); $wpdb->posts = 'wp_nowhere';`;
  await shop.run(`${failing} Keepsake\\Shop\\note_product(${jacket}); Keepsake\\Shop\\reconcile();`);
  expect((await keepsake.stockOf(store))[jacket]).toBe(5);
  expect(await problem()).toMatch(/database failed/);
  await reconcile();
  expect([(await keepsake.stockOf(store))[jacket], await problem()]).toEqual([5, ""]);
});

test("an update of the plugin creates its tables, and deleting it removes them", async () => {
  const tables = () => shop.ask<string[]>(`global $wpdb; return $wpdb->get_col("show tables like 'wp_keepsake%'");`);
  await shop.run("define('WP_UNINSTALL_PLUGIN', 'keepsake'); require WP_PLUGIN_DIR . '/keepsake/uninstall.php';");
  // The files are still there, as after an update: the next request of the shop creates the tables.
  expect(await tables()).toEqual(["wp_keepsake_queue", "wp_keepsake_sent"]);
  const left = `define('WP_UNINSTALL_PLUGIN', 'keepsake'); require WP_PLUGIN_DIR . '/keepsake/uninstall.php';
    global $wpdb; return array($wpdb->get_col("show tables like 'wp_keepsake%'"), get_option('keepsake_tables'));`;
  expect(await shop.ask(left)).toEqual([[], false]);
});

test("what is sent was read after its time, although the process had read the product before", async () => {
  const store = await aConnectedShop();
  const variable = await aProduct({ _type: "variable", ...managed(2) });
  const variation = await aProduct({}, { post_type: "product_variation", post_parent: variable });
  const sell = (quantity: number) =>
    `$wpdb->query("update $wpdb->postmeta set meta_value = ${quantity} where post_id = ${variable} and meta_key = '_stock'");`;
  // Another process sells while this one has both in its memory.
  const read = `global $wpdb; wc_get_product(${variation})->get_stock_quantity();`;
  await shop.run(`${read} ${sell(1)} Keepsake\\Shop\\send_products(array(${variable}, ${variation}));`);
  expect(await keepsake.stockOf(store)).toEqual({ [variable]: 1, [variation]: 1 });
  // A cache that cannot forget only what this process has read.
  const left = await shop.ask(`${read} ${sell(7)} Keepsake\\Shop\\forget_posts(array(${variation}));
    return wc_get_product(${variation})->get_stock_quantity();`);
  expect(left).toBe(7);
});

test("a slow process does not remove the note of a change that came after it", async () => {
  await aConnectedShop();
  const note = "Keepsake\\Shop\\note_product(77); Keepsake\\Shop\\store_notes();";
  const left =
    await shop.ask(`${note} $slow = Keepsake\\Shop\\find_pending('product', 1); Keepsake\\Shop\\remove_sent($slow);
    $none = Keepsake\\Shop\\count_pending(); usleep(5000); ${note} Keepsake\\Shop\\remove_sent($slow);
    return array($none, Keepsake\\Shop\\count_pending());`);
  expect(left).toEqual([0, 1]);
});

test("a product that other code cannot read holds up no other, and is shown as the problem until it can be read", async () => {
  const store = await aConnectedShop();
  const ids = await products([managed(1)], [managed(2)], [managed(3)]);
  const [first, broken = 0, last] = ids;
  const code = `add_filter('post_type_link', function ($link, $post) {
    if ($post->ID === ${broken}) throw new Error('No customer');
    return $link;
  }, 10, 2);`;
  const units = ids.map(
    (id) =>
      `$wpdb->update($wpdb->postmeta, array('meta_value' => 8), array('post_id' => ${id}, 'meta_key' => '_stock'));`,
  );
  await shop.run(`${code} ${units.join("")} Keepsake\\Shop\\reconcile();`);
  const told = new RegExp(`^Product ${broken} could not be read: No customer \\(.+:\\d+\\)\\.$`);
  // Only the link is unknown.
  expect([await keepsake.stockOf(store), await problem()]).toEqual([
    { [first ?? 0]: 8, [broken]: 8, [last ?? 0]: 8 },
    expect.stringMatching(told),
  ]);
  expect(await shop.ask("return Keepsake\\Shop\\state()['last']['checked'];")).toBe(3);

  await shop.run(`${code} foreach (array(${ids.join(",")}) as $id) set_stock($id, 9);`);
  expect([(await keepsake.stockOf(store))[last ?? 0], await pending()]).toEqual([9, 0]);
  expect(await problem()).toMatch(told);
  await reconcile();
  expect(await problem()).toBe("");
});

test("a product whose stock cannot be read keeps the one that Keepsake has", async () => {
  const store = await aConnectedShop();
  const [broken = 0, fine = 0] = await products([managed(1)], [managed(2)]);
  await shop.run(`add_filter('get_post_metadata', function ($value, $id, $key) {
      if ($id === ${broken} && $key === '_stock') throw new Exception('No warehouse');
      return $value;
    }, 10, 3);
    $wpdb->query("update $wpdb->postmeta set meta_value = 8 where meta_key = '_stock'");
    Keepsake\\Shop\\reconcile();`);
  expect(await keepsake.stockOf(store)).toEqual({ [broken]: 1, [fine]: 8 });
  expect(await problem()).toMatch(`Product ${broken} could not be read: No warehouse`);
});

test("an order that other code cannot read holds up no other, and is sent when it can be read", async () => {
  const store = await aConnectedShop();
  const jacket = await aProduct(managed(3));
  const orders = await shop.ask<number[]>(`return array_map(function () {
      $order = wp_insert_post(array('post_type' => 'shop_order', 'post_status' => 'wc-processing', 'post_title' => 'Order'));
      update_post_meta($order, '_items', array(array('id' => ${jacket}, 'quantity' => 1, 'price' => 49.0)));
      return $order;
    }, range(1, 2));`);
  const known = async () =>
    (await keepsake.ask<{ id: string }>("select id from orders where store_id = $1", [store.id]))
      .map(({ id }) => Number(id))
      .toSorted((a, b) => a - b);
  const notes = orders.map((id) => `Keepsake\\Shop\\note_order(${id});`).join("");
  await shop.run(`add_filter('get_post_metadata', function ($value, $id, $key) {
      if ($id === ${orders[0]} && $key === '_items') throw new Error('No items');
      return $value;
    }, 10, 3); ${notes}`);
  expect([await known(), await pending()]).toEqual([[orders[1]], 1]);
  expect(await problem()).toMatch(`Order ${orders[0]} could not be read: No items`);
  await reconcile();
  expect([await known(), await pending(), await problem()]).toEqual([orders, 0, ""]);
});

test("one product that Keepsake refuses does not hold up the others", async () => {
  const store = await aConnectedShop();
  const ids = await products([managed(1)], [managed(2)], [managed(3)]);
  // A program of the shop that sets impossible stock times is the only way to a refusal: the plugin keeps every other bound.
  await shop.run(`$levels = array_map(fn($id) => array('epi' => $id === ${ids[1]} ? str_repeat('9', 65) : (string) $id, 'quantity' => 8, 'occurredAt' => Keepsake\\Shop\\database_time()), array(${ids.join(",")}));
    Keepsake\\Shop\\send_in_batches('/storeadmin/v3/inventory/set', 'levels', $levels, 100);`);
  const stock = await keepsake.stockOf(store);
  expect(ids.map((id) => stock[id])).toEqual([8, 2, 8]);
});

/** The same numbers in every run, so that a failure can be looked at. */
function numbersFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test("10 % of hooks never run, 10 % run twice, calls are lost, doubled and reordered, and the key is replaced: after the reconcile all stock is right and everyone was alerted once", async () => {
  const VARIANTS = 40;
  const store = await keepsake.aNotifyingStore();
  const network = await aBadNetwork(keepsake.url, numbersFrom(7));
  const next = numbersFrom(14);
  const first = await store.aKey(["catalog", "orders"]);
  expect(await connect({ ...settingsOf(store, network.url), key: first.key })).toBe("");
  const ids = await shop.ask<number[]>(
    `return array_map(fn() => create_product(array('_manage_stock' => 'yes', '_stock' => 0)), range(1, ${VARIANTS}));`,
  );
  const addresses = ids.map((id) => `w${id}@example.com`);
  for (const [index, id] of ids.entries()) await keepsake.waitInLine(store, addresses[index] ?? "", id);

  const truth = new Map(ids.map((id) => [id, 0]));
  /** Each product gets a new quantity, in one process, which sends after each change as a request would. */
  const change = async (quantityOf: (index: number) => number) => {
    const order = ids.map((id, index) => ({ id, index, at: next() })).toSorted((a, b) => a.at - b.at);
    const lines = order.map(({ id, index }) => {
      const quantity = quantityOf(index);
      truth.set(id, quantity);
      const luck = next();
      if (luck < 0.1) {
        const status = quantity > 0 ? "instock" : "outofstock";
        return `update_post_meta(${id}, '_stock', ${quantity}); update_post_meta(${id}, '_stock_status', '${status}');`;
      }
      const once = `set_stock(${id}, ${quantity}); Keepsake\\Shop\\end_request();`;
      return luck < 0.2 ? once + once : once;
    });
    await shop.run(lines.join("\n"));
    await shop.runCronLater();
    await network.deliverLate();
  };

  await change((index) => (index % 3 === 0 ? 4 : 0));
  await change((index) => (index % 2 === 0 ? 2 : 0));
  const { key } = await store.aKey(["catalog", "orders"]);
  await keepsake.revoke(store, first);
  await change((index) => index + 1);
  expect(await problem()).toMatch(/^401/);
  expect(await connect({ ...settingsOf(store, network.url), key })).toBe("");
  await shop.runCronLater();
  network.recover();
  await network.deliverLate();
  await shop.run("Keepsake\\Shop\\send_pending();");

  expect(Math.min(network.counts.lost, network.counts.unanswered, network.counts.doubled)).toBeGreaterThan(0);
  const wrong = async () => {
    const known = await keepsake.stockOf(store);
    return ids.filter((id) => known[id] !== truth.get(id));
  };
  await shop.run(`update_post_meta(${ids[0]}, '_stock', 77);`); // A program that writes into the database.
  truth.set(ids[0] ?? 0, 77);
  const gone = 6; // Had units from the first change on, so that its alert is sent before it is gone.
  await keepsake.expectAlerts(store, { [addresses[gone] ?? ""]: 1 });
  await shop.run(`$wpdb->delete($wpdb->posts, array('ID' => ${ids[gone]}));`); // A program that cleans up.
  truth.set(ids[gone] ?? 0, 0);
  expect(await wrong()).not.toEqual([]); // Without the reconcile, stock stays wrong.
  await reconcile();
  expect(await wrong()).toEqual([]);
  const { body } = await store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
  const [connector] = body["connectors"] as { name: string; reserves: boolean; reconcile: { corrected: number } }[];
  expect(connector).toMatchObject({ name: "woocommerce", reserves: false, problem: null });
  expect(connector?.reconcile.corrected).toBeGreaterThan(0);
  await keepsake.expectAlerts(store, Object.fromEntries(addresses.map((address) => [address, 1])));
});

test("the button says that all products were checked only when they were", async () => {
  await aConnectedShop();
  await aProduct(managed(3));
  const { page, nonceOf, post } = await aMerchant();
  const nonce = await nonceOf("keepsake_check");
  const press = async () => {
    expect((await post({ action: "keepsake_check", _wpnonce: nonce })).status).toBe(302);
    return page();
  };
  await shop.run("Keepsake\\Shop\\take_lock();");
  const busy = await press();
  expect(busy).toContain("A check of all products is already running.");
  expect(busy).not.toContain("All products were checked.");
  await shop.run("delete_option('keepsake_lock');");
  expect(await press()).toContain("All products were checked.");

  // A process with no time left after its first page.
  const outcomes = await shop.ask(`add_filter('keepsake_send_seconds', '__return_zero');
    return array(Keepsake\\Shop\\reconcile(), Keepsake\\Shop\\reconcile());`);
  expect(outcomes).toEqual(["going on", "done"]);
});

test("a reconcile that took too long ends when another has begun, and leaves it the lock", async () => {
  await aConnectedShop();
  await aProduct(managed(3));
  // The other one begins while this one sends.
  const outcome = await shop.ask(`add_filter('keepsake_send_seconds', function ($seconds) {
      $GLOBALS['wpdb']->update($GLOBALS['wpdb']->options, array('option_value' => '1 other'), array('option_name' => 'keepsake_lock'));
      return $seconds;
    });
    return Keepsake\\Shop\\reconcile();`);
  expect(outcome).toBe("busy");
  const lock = () => shop.ask<string | false>("return get_option('keepsake_lock');");
  expect(await lock()).toBe("1 other");
  // The other one died long ago.
  expect(await shop.ask("return Keepsake\\Shop\\reconcile();")).toBe("done");
  expect(await lock()).toBe(false);
});

test("a reconcile that was stopped goes on where it was", async () => {
  const store = await aConnectedShop();
  const ids = await shop.ask<number[]>(
    "return array_map(fn() => create_product(array('_manage_stock' => 'yes', '_stock' => 1)), range(1, 3));",
  );
  await shop.run(`foreach (array(${ids.join(",")}) as $id) update_post_meta($id, '_stock', 9);
    Keepsake\\Shop\\note_sent(array(${ids[0]}, ${ids[1]}), 5);
    Keepsake\\Shop\\remember(array('run' => array('number' => 5, 'started_at' => gmdate('c'), 'after' => ${ids[1]}, 'checked' => 2, 'corrected' => 0)));`);
  await reconcile();
  const stock = await keepsake.stockOf(store);
  expect(ids.map((id) => stock[id])).toEqual([1, 1, 9]);
  expect(await shop.ask("return Keepsake\\Shop\\state()['last']['checked'];")).toBe(3);
  await reconcile();
  expect((await keepsake.stockOf(store))[ids[0] ?? 0]).toBe(9);
});

test("WordPress unpacks the zip into the plugin's files, and the zip is always the same", async () => {
  expect(zipPlugin().equals(zipPlugin())).toBe(true);
  await shop.writeFile("plugin.zip", zipPlugin());
  const differences = await shop.ask<string[]>(`require_once ABSPATH . 'wp-admin/includes/file.php';
    WP_Filesystem();
    $unpacked = unzip_file(ABSPATH . 'plugin.zip', ABSPATH . 'unpacked');
    if ($unpacked !== true) return array($unpacked->get_error_message());
    $files = fn($folder) => array_map('md5_file', array_combine($names = array_filter(list_files($folder), 'is_file'), $names));
    $under = fn($files, $folder) => array_combine(array_map(fn($name) => substr($name, strlen($folder)), array_keys($files)), $files);
    $installed = $under($files(WP_PLUGIN_DIR . '/keepsake'), WP_PLUGIN_DIR);
    $zipped = $under($files(ABSPATH . 'unpacked/keepsake'), ABSPATH . 'unpacked');
    return array_keys(array_diff_assoc($installed, $zipped) + array_diff_assoc($zipped, $installed));`);
  expect(differences).toEqual([]);
});

test("PHP has nothing to complain about", async () => {
  expect(await shop.complaints()).toEqual([]);
});
