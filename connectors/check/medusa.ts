import { randomBytes } from "node:crypto";
import { rm, symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { getFreePort } from "../../engines/get-free-port.ts";
import type { Postgres } from "../../engines/postgres.ts";
import { installPlugin } from "./install-plugin.ts";
import type { Door, Platform } from "./platform.ts";
import { type Program, runProgram, startProgram } from "./program.ts";
import { expectEqual } from "./steps.ts";

const FOLDER = fileURLToPath(new URL("../medusa/", import.meta.url));
const SHOP = `${FOLDER}test/shop`;
const MEDUSA = `${FOLDER}node_modules/.bin/medusa`;
const OWNER = { email: "owner@shop.example", password: randomBytes(12).toString("hex") };

/** Medusa: one process that is server and worker, as its quickstart has it. */
export async function openMedusa({ postgres, door }: { postgres: Postgres; door: Door }): Promise<Platform> {
  const port = await getFreePort();
  const api = createApi(`http://127.0.0.1:${port}`);
  const env = {
    DATABASE_URL: await postgres.createDatabase("medusa"),
    NODE_ENV: "production",
    MEDUSA_DISABLE_TELEMETRY: "true",
    PORT: String(port),
    SECRET: randomBytes(32).toString("hex"),
    KEEPSAKE_URL: door.url,
    KEEPSAKE_PID: door.pid,
    KEEPSAKE_KEY: door.key,
    KEEPSAKE_RECONCILE: "*/5 * * * * *",
  };
  const levels = new Map<string, { readonly item: string; readonly location: string }>();
  let program: Program | undefined;
  let shop: ShopSetup | undefined;

  const run = (...args: string[]) =>
    runProgram({
      name: `medusa ${args[0]}`,
      cwd: SHOP,
      command: [MEDUSA, ...args],
      env: { ...env, HAS_PLUGIN: "1" },
    });
  const getShop = () => {
    if (!shop) throw new Error("The shop is not prepared");
    return shop;
  };
  const levelOf = (variantId: string) => {
    const level = levels.get(variantId);
    if (!level) throw new Error(`The variant ${variantId} has no level`);
    return `/admin/inventory-items/${level.item}/location-levels/${level.location}`;
  };

  /** The inventory items and locations of what is reserved for offers. */
  async function findHeld(): Promise<readonly string[]> {
    const { reservations } = await api.admin<{
      reservations: { created_by: string | null; inventory_item_id: string; location_id: string }[];
    }>("GET", "/admin/reservations?limit=100&fields=created_by,inventory_item_id,location_id");
    return reservations
      .filter(({ created_by }) => created_by === "keepsake")
      .map(({ inventory_item_id, location_id }) => `${inventory_item_id} at ${location_id}`)
      .toSorted();
  }

  /** Address, shipping and payment for a cart. Returns false if Medusa refuses because of the stock. */
  async function checkOut(cart: string, email: string): Promise<boolean> {
    const { key, shippingOption } = getShop();
    const store = api.asShopper(key);
    await store("POST", `/store/carts/${cart}`, { email, shipping_address: ADDRESS, billing_address: ADDRESS });
    await store("POST", `/store/carts/${cart}/shipping-methods`, { option_id: shippingOption });
    const { payment_collection: payment } = await store<{ payment_collection: { id: string } }>(
      "POST",
      "/store/payment-collections",
      { cart_id: cart },
    );
    await store("POST", `/store/payment-collections/${payment.id}/payment-sessions`, {
      provider_id: "pp_system_default",
    });
    return isInStock(store("POST", `/store/carts/${cart}/complete`, {}));
  }

  return {
    name: "Medusa",
    async install() {
      await installPlugin(FOLDER);
      // The shop of this check finds the plugin as an installed package.
      await rm(`${FOLDER}node_modules/medusa-plugin-keepsake`, { force: true });
      await symlink("..", `${FOLDER}node_modules/medusa-plugin-keepsake`);
    },
    async start({ hasPlugin }) {
      if (!shop) {
        await run("db:migrate", "--skip-scripts");
        await run("user", "-e", OWNER.email, "-p", OWNER.password);
      }
      program = await startProgram({
        name: "Medusa",
        cwd: SHOP,
        command: [MEDUSA, "start", "--port", String(port)],
        env: { ...env, HAS_PLUGIN: hasPlugin ? "1" : "0" },
        isReady: () =>
          fetch(`http://127.0.0.1:${port}/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
      });
      await api.logIn();
      shop ??= await prepareShop(api);
    },
    async stop() {
      await program?.stop();
      program = undefined;
    },

    async createProduct({ title, option, price, stock }) {
      const { channel, profile, location, returns } = getShop();
      const { product } = await api.admin<{ product: { id: string; variants: { id: string; sku: string }[] } }>(
        "POST",
        "/admin/products",
        {
          title,
          status: "published",
          shipping_profile_id: profile,
          sales_channels: [{ id: channel }],
          options: [{ title: "Size", values: [option] }],
          variants: [
            {
              title: option,
              sku: title.toUpperCase().replaceAll(/\W+/g, "-"),
              options: { Size: option },
              manage_inventory: true,
              prices: [{ amount: price, currency_code: "eur" }],
            },
          ],
        },
      );
      const [variant] = product.variants;
      const { inventory_items: items } = await api.admin<{ inventory_items: { id: string }[] }>(
        "GET",
        `/admin/inventory-items?sku=${variant?.sku}`,
      );
      const item = items[0]?.id ?? "";
      await api.admin("POST", `/admin/inventory-items/${item}/location-levels`, {
        location_id: location,
        stocked_quantity: stock,
      });
      await api.admin("POST", `/admin/inventory-items/${item}/location-levels`, {
        location_id: returns,
        stocked_quantity: 5,
      });
      const variantId = variant?.id ?? "";
      levels.set(variantId, { item, location });
      return { productId: product.id, variantId };
    },

    async setStock({ variantId }, units) {
      await api.admin("POST", levelOf(variantId), { stocked_quantity: units });
    },

    async setStockElsewhere({ variantId }, units) {
      await api.admin("POST", `/admin/inventory-items/${levels.get(variantId)?.item}/location-levels`, {
        location_id: getShop().elsewhere,
        stocked_quantity: units,
      });
    },

    async closeElsewhere() {
      await api.admin("DELETE", `/admin/stock-locations/${getShop().elsewhere}`);
    },

    async deleteProduct({ productId }) {
      await api.admin("DELETE", `/admin/products/${productId}`);
    },

    async readStock({ variantId }) {
      const { item = "" } = levels.get(variantId) ?? {};
      const { inventory_levels: all } = await api.admin<{
        inventory_levels: { location_id: string; stocked_quantity: number; reserved_quantity: number }[];
      }>("GET", `/admin/inventory-items/${item}/location-levels`);
      const selling = all.filter(({ location_id }) => location_id !== getShop().returns);
      return {
        stocked: selling.reduce((sum, { stocked_quantity }) => sum + stocked_quantity, 0),
        reserved: selling.reduce((sum, { reserved_quantity }) => sum + reserved_quantity, 0),
      };
    },

    async buy({ variantId }, units, email) {
      const { key, region, channel } = getShop();
      const store = api.asShopper(key);
      const { cart } = await store<{ cart: { id: string } }>("POST", "/store/carts", {
        region_id: region,
        sales_channel_id: channel,
      });
      const isAdded = await isInStock(
        store("POST", `/store/carts/${cart.id}/line-items`, { variant_id: variantId, quantity: units }),
      );
      return isAdded && checkOut(cart.id, email);
    },

    async claim(link, email) {
      const { key, region, channel } = getShop();
      const store = api.asShopper(key);
      const { cart } = await store<{ cart: { id: string } }>("POST", "/store/carts", {
        region_id: region,
        sales_channel_id: channel,
      });
      const offer = new URL(link).searchParams.get("offer");
      const press = () => store("POST", "/store/keepsake/claim", { offer, cart_id: cart.id });
      await Promise.all([press(), press()]);
      const held = await findHeld();
      await store("POST", `/store/carts/${cart.id}/complete`, {}).then(
        () => {
          throw new Error("Medusa completed a cart without an address");
        },
        () => undefined,
      );
      expectEqual("What is reserved after an order that failed", await findHeld(), held);
      return checkOut(cart.id, email);
    },
  };
}

const ADDRESS = {
  first_name: "Ada",
  last_name: "Byron",
  address_1: "Road 1",
  city: "Berlin",
  postal_code: "10115",
  country_code: "de",
};

async function isInStock(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (/inventory|stock/i.test((error as Error).message)) return false;
    throw error;
  }
}

type ShopSetup = Awaited<ReturnType<typeof prepareShop>>;

/** What a merchant sets up once: a channel, a location, a region with payment and shipping, and a key for the storefront. */
async function prepareShop({ admin }: ReturnType<typeof createApi>) {
  const create = async <Name extends string>(path: string, name: Name, body: object) =>
    (await admin<Record<Name, { id: string }>>("POST", `/admin/${path}`, body))[name];
  const { stores } = await admin<{ stores: { id: string }[] }>("GET", "/admin/stores");
  await admin("POST", `/admin/stores/${stores[0]?.id}`, {
    supported_currencies: [{ currency_code: "eur", is_default: true }],
  });
  const channel = await create("sales-channels", "sales_channel", { name: "Web" });
  const location = await create("stock-locations", "stock_location", { name: "Berlin" });
  const elsewhere = await create("stock-locations", "stock_location", { name: "Paris" });
  await admin("POST", `/admin/stock-locations/${elsewhere.id}/sales-channels`, { add: [channel.id] });
  // No channel sells from it, so what is there must count nowhere.
  const returns = await create("stock-locations", "stock_location", { name: "Returns" });
  await admin("POST", `/admin/stock-locations/${location.id}/sales-channels`, { add: [channel.id] });
  await admin("POST", `/admin/stock-locations/${location.id}/fulfillment-providers`, { add: ["manual_manual"] });
  const { stock_location: withSet } = await admin<{ stock_location: { fulfillment_sets: { id: string }[] } }>(
    "POST",
    `/admin/stock-locations/${location.id}/fulfillment-sets?fields=*fulfillment_sets`,
    { name: "Berlin post", type: "shipping" },
  );
  const set = withSet.fulfillment_sets[0]?.id ?? "";
  const { fulfillment_set: withZone } = await admin<{ fulfillment_set: { service_zones: { id: string }[] } }>(
    "POST",
    `/admin/fulfillment-sets/${set}/service-zones`,
    { name: "Germany", geo_zones: [{ type: "country", country_code: "de" }] },
  );
  const profile = await create("shipping-profiles", "shipping_profile", { name: "All", type: "default" });
  const region = await create("regions", "region", {
    name: "Germany",
    currency_code: "eur",
    countries: ["de"],
    payment_providers: ["pp_system_default"],
  });
  const shipping = await create("shipping-options", "shipping_option", {
    name: "Post",
    service_zone_id: withZone.service_zones[0]?.id,
    shipping_profile_id: profile.id,
    provider_id: "manual_manual",
    price_type: "flat",
    type: { label: "Post", description: "Post", code: "post" },
    prices: [{ currency_code: "eur", amount: 0 }],
    rules: [],
  });
  const { api_key: key } = await admin<{ api_key: { id: string; token: string } }>("POST", "/admin/api-keys", {
    title: "Storefront",
    type: "publishable",
  });
  await admin("POST", `/admin/api-keys/${key.id}/sales-channels`, { add: [channel.id] });
  return {
    channel: channel.id,
    location: location.id,
    elsewhere: elsewhere.id,
    returns: returns.id,
    profile: profile.id,
    region: region.id,
    shippingOption: shipping.id,
    key: key.token,
  };
}

function createApi(url: string) {
  let token = "";
  async function send<T>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Medusa answered ${response.status} to ${method} ${path}: ${text}`);
    return JSON.parse(text) as T;
  }
  return {
    async logIn() {
      ({ token } = await send<{ token: string }>("POST", "/auth/user/emailpass", OWNER, {}));
    },
    admin: <T>(method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
      send<T>(method, path, body, { authorization: `Bearer ${token}` }),
    asShopper:
      (key: string) =>
      <T>(method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
        send<T>(method, path, body, { "x-publishable-api-key": key }),
  };
}
