import { fileURLToPath } from "node:url";
import { getFreePort } from "../../engines/get-free-port.ts";
import type { Postgres } from "../../engines/postgres.ts";
import { installPlugin } from "./install-plugin.ts";
import type { Door, Platform } from "./platform.ts";
import { type Program, startProgram } from "./program.ts";

const FOLDER = fileURLToPath(new URL("../vendure/", import.meta.url));

/** Vendure: a server and a worker, as in production. */
export async function openVendure({ postgres, door }: { postgres: Postgres; door: Door }): Promise<Platform> {
  const port = await getFreePort();
  const api = createApi(`http://127.0.0.1:${port}`);
  const databaseUrl = await postgres.createDatabase("vendure");
  let programs: Program[] = [];
  let isNew = true;
  let elsewhere = "";

  const run = (role: "server" | "worker", hasPlugin: boolean) =>
    startProgram({
      name: `Vendure's ${role}`,
      cwd: FOLDER,
      command: ["node", "test/server.cjs", role],
      env: {
        DATABASE_URL: databaseUrl,
        SHOP_PORT: String(port),
        KEEPSAKE_URL: door.url,
        KEEPSAKE_PID: door.pid,
        KEEPSAKE_KEY: door.key,
        HAS_PLUGIN: hasPlugin ? "1" : "0",
        IS_NEW: isNew ? "1" : "0",
      },
      isReady: (printed) => printed.includes("READY"),
    });

  return {
    name: "Vendure",
    install: () => installPlugin(FOLDER),
    async start({ hasPlugin }) {
      programs = [await run("server", hasPlugin)];
      await api.logIn();
      if (isNew) elsewhere = await prepareShop(api);
      isNew = false;
      programs.push(await run("worker", hasPlugin));
    },
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
      programs = [];
    },

    async createProduct({ title, option, price, stock }) {
      const slug = title.toLowerCase().replaceAll(/\W+/g, "-");
      const { createProduct: product } = await api.admin<{ createProduct: { id: string } }>(
        `mutation($name: String!, $slug: String!) { createProduct(input: {enabled: true,
          translations: [{languageCode: en, name: $name, slug: $slug, description: ""}]}) { id } }`,
        { name: title, slug },
      );
      const { createProductOptionGroup: group } = await api.admin<{
        createProductOptionGroup: { id: string; options: { id: string }[] };
      }>(
        `mutation($code: String!, $option: String!) { createProductOptionGroup(input: {code: $code,
          translations: [{languageCode: en, name: "Size"}],
          options: [{code: $option, translations: [{languageCode: en, name: $option}]}]}) { id options { id } } }`,
        { code: `${slug}-size`, option },
      );
      await api.admin(
        `mutation($product: ID!, $group: ID!) { addOptionGroupToProduct(productId: $product, optionGroupId: $group) { id } }`,
        { product: product.id, group: group.id },
      );
      const { createProductVariants } = await api.admin<{ createProductVariants: { id: string }[] }>(
        `mutation($product: ID!, $options: [ID!], $name: String!, $sku: String!, $price: Money!, $stock: Int!) {
          createProductVariants(input: [{productId: $product, sku: $sku, price: $price, stockOnHand: $stock,
            optionIds: $options, translations: [{languageCode: en, name: $name}]}]) { id } }`,
        {
          product: product.id,
          options: group.options.map(({ id }) => id),
          name: `${title} ${option}`,
          sku: slug.toUpperCase(),
          price: price * 100,
          stock,
        },
      );
      return { productId: product.id, variantId: createProductVariants[0]?.id ?? "" };
    },

    async setStock({ variantId }, units) {
      await api.admin(
        `mutation($id: ID!, $units: Int!) { updateProductVariants(input: [{id: $id, stockOnHand: $units}]) { id } }`,
        { id: variantId, units },
      );
    },

    async setStockElsewhere({ variantId }, units) {
      await api.admin(
        `mutation($id: ID!, $location: ID!, $units: Int!) { updateProductVariants(input: [{id: $id,
          stockLevels: [{stockLocationId: $location, stockOnHand: $units}]}]) { id } }`,
        { id: variantId, location: elsewhere, units },
      );
    },

    async closeElsewhere() {
      const { deleteStockLocation: deleted } = await api.admin<{ deleteStockLocation: { result: string } }>(
        `mutation($id: ID!) { deleteStockLocation(input: {id: $id}) { result message } }`,
        { id: elsewhere },
      );
      if (deleted.result !== "DELETED") throw new Error(`Vendure deleted no location: ${JSON.stringify(deleted)}`);
    },

    async deleteProduct({ productId }) {
      await api.admin(`mutation($id: ID!) { deleteProduct(id: $id) { result } }`, { id: productId });
    },

    async readStock({ variantId }) {
      const { productVariant } = await api.admin<{
        productVariant: { stockLevels: { stockOnHand: number; stockAllocated: number }[] };
      }>(`query($id: ID!) { productVariant(id: $id) { stockLevels { stockOnHand stockAllocated } } }`, {
        id: variantId,
      });
      const { stockLevels } = productVariant;
      return {
        stocked: stockLevels.reduce((sum, { stockOnHand }) => sum + stockOnHand, 0),
        reserved: stockLevels.reduce((sum, { stockAllocated }) => sum + stockAllocated, 0),
      };
    },

    async buy({ variantId }, units, email) {
      const shopper = api.newShopper();
      const { addItemToOrder: added } = await shopper<{ addItemToOrder: Result }>(
        `mutation($id: ID!, $units: Int!) { addItemToOrder(productVariantId: $id, quantity: $units) {
          type: __typename ... on ErrorResult { errorCode message } } }`,
        { id: variantId, units },
      );
      if (added.errorCode === "INSUFFICIENT_STOCK_ERROR") return false;
      requireType("Order", added);
      return checkOut(shopper, email);
    },

    async claim(link, email) {
      const shopper = api.newShopper();
      const press = async () => {
        const { claimKeepsakeOffer: claimed } = await shopper<{ claimKeepsakeOffer: Result }>(
          `mutation($offer: String!) { claimKeepsakeOffer(offer: $offer) {
            type: __typename ... on ErrorResult { errorCode message } } }`,
          { offer: new URL(link).searchParams.get("offer") },
        );
        requireType("Order", claimed);
      };
      await press();
      await Promise.all([press(), press()]);
      return checkOut(shopper, email);
    },
  };
}

type Result = { readonly type: string; readonly errorCode?: string; readonly message?: string };
type Ask = <T>(query: string, variables?: object) => Promise<T>;

function requireType(type: string, result: Result) {
  if (result.type !== type) throw new Error(`Expected ${type}, got ${JSON.stringify(result)}`);
}

/** Address, shipping and payment. Returns false if Vendure refuses because of the stock. */
async function checkOut(shopper: Ask, email: string): Promise<boolean> {
  await shopper(
    `mutation($email: String!) { setCustomerForOrder(input: {firstName: "Ada", lastName: "Byron", emailAddress: $email}) {
      __typename } }`,
    { email },
  );
  await shopper(
    `mutation { setOrderShippingAddress(input: {streetLine1: "Road 1", countryCode: "DE"}) { __typename } }`,
  );
  const { eligibleShippingMethods } = await shopper<{ eligibleShippingMethods: { id: string }[] }>(
    `{ eligibleShippingMethods { id } }`,
  );
  await shopper(`mutation($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) { __typename } }`, {
    ids: eligibleShippingMethods.map(({ id }) => id).slice(0, 1),
  });
  const { transitionOrderToState: moved } = await shopper<{
    transitionOrderToState: Result & { transitionError?: string };
  }>(
    `mutation { transitionOrderToState(state: "ArrangingPayment") { type: __typename
      ... on OrderStateTransitionError { errorCode message transitionError } } }`,
  );
  if (/insufficient stock/i.test(moved.transitionError ?? "")) return false;
  requireType("Order", moved);
  const { addPaymentToOrder: paid } = await shopper<{ addPaymentToOrder: Result }>(
    `mutation { addPaymentToOrder(input: {method: "pay", metadata: {}}) { type: __typename
      ... on ErrorResult { errorCode message } } }`,
  );
  requireType("Order", paid);
  return true;
}

/** What a merchant sets up once: a country with tax and shipping, a way to pay, and a second location, whose id it returns. */
async function prepareShop({ admin }: ReturnType<typeof createApi>): Promise<string> {
  const { createZone } = await admin<{ createZone: { id: string } }>(
    `mutation { createZone(input: {name: "Europe"}) { id } }`,
  );
  const { createTaxCategory } = await admin<{ createTaxCategory: { id: string } }>(
    `mutation { createTaxCategory(input: {name: "Standard", isDefault: true}) { id } }`,
  );
  const ids = { zone: createZone.id, category: createTaxCategory.id };
  await admin(
    `mutation($zone: ID!, $category: ID!) { createTaxRate(input: {name: "None", enabled: true, value: 0,
      categoryId: $category, zoneId: $zone}) { id } }`,
    ids,
  );
  await admin(
    `mutation { createCountry(input: {code: "DE", enabled: true, translations: [{languageCode: en, name: "Germany"}]}) { id } }`,
  );
  const { channels } = await admin<{ channels: { items: { id: string }[] } }>(`{ channels { items { id } } }`);
  await admin(
    `mutation($channel: ID!, $zone: ID!) { updateChannel(input: {id: $channel, defaultTaxZoneId: $zone,
      defaultShippingZoneId: $zone, defaultCurrencyCode: EUR, availableCurrencyCodes: [EUR], trackInventory: true}) { __typename } }`,
    { channel: channels.items[0]?.id, zone: ids.zone },
  );
  await admin(
    `mutation { createShippingMethod(input: {code: "post", fulfillmentHandler: "manual-fulfillment",
      checker: {code: "default-shipping-eligibility-checker", arguments: [{name: "orderMinimum", value: "0"}]},
      calculator: {code: "default-shipping-calculator", arguments: [{name: "rate", value: "0"},
        {name: "includesTax", value: "auto"}, {name: "taxRate", value: "0"}]},
      translations: [{languageCode: en, name: "Post", description: ""}]}) { id } }`,
  );
  await admin(
    `mutation { createPaymentMethod(input: {code: "pay", enabled: true,
      handler: {code: "dummy-payment-handler", arguments: [{name: "automaticSettle", value: "true"}]},
      translations: [{languageCode: en, name: "Pay"}]}) { id } }`,
  );
  const { createStockLocation } = await admin<{ createStockLocation: { id: string } }>(
    `mutation { createStockLocation(input: {name: "Paris"}) { id } }`,
  );
  return createStockLocation.id;
}

function createApi(url: string) {
  function session(path: string): Ask {
    let token = "";
    return async <T>(query: string, variables: object = {}) => {
      const response = await fetch(`${url}/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify({ query, variables }),
      });
      token = response.headers.get("vendure-auth-token") ?? token;
      const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] };
      if (errors) throw new Error(`Vendure: ${errors.map(({ message }) => message).join("; ")} in ${query}`);
      return data;
    };
  }
  const admin = session("admin-api");
  return {
    admin,
    logIn: () => admin(`mutation { login(username: "superadmin", password: "superadmin") { __typename } }`),
    newShopper: () => session("shop-api"),
  };
}
