import type { Keepsake, Server } from "./keepsake.ts";
import type { Platform, Product } from "./platform.ts";
import { expectEqual, type Step, until } from "./steps.ts";

type Shop = {
  readonly platform: Platform;
  readonly keepsake: Keepsake;
  readonly server: Server;
  readonly step: Step;
};

/** What a shopper and a merchant see of a connector, over the platform's and Keepsake's public APIs. */
export async function tellStory(shop: Shop) {
  const { platform, step } = shop;
  const addressOf = (person: string) => `${person}@${platform.name.toLowerCase()}.example`;
  const jacket = await step("a product is created, and its stock reaches Keepsake", async () => {
    const product = await platform.createProduct({ title: "Fell Jacket", option: "M", price: 245, stock: 1 });
    await waitForStock(shop, product, 1);
    return product;
  });
  const scarf = await platform.createProduct({ title: "Wool Scarf", option: "One", price: 40, stock: 0 });
  const hat = await platform.createProduct({ title: "Sun Hat", option: "One", price: 30, stock: 0 });
  const gloves = await platform.createProduct({ title: "Rope Gloves", option: "L", price: 25, stock: 2 });
  const boots = await platform.createProduct({ title: "Hill Boots", option: "42", price: 180, stock: 0 });
  await step("an order sells it out", async () => {
    expectEqual("The order is placed", await platform.buy(jacket, 1, addressOf("first")), true);
    await waitForStock(shop, jacket, 0);
  });
  await step("a shopper waits; the merchant restocks at the platform; the mail arrives", async () => {
    await shop.server.subscribe(addressOf("ada"), jacket);
    await platform.setStock(jacket, 3);
    const { text } = await waitForMail(shop, addressOf("ada"));
    for (const expected of ["Fell Jacket", "\nM\r", "€245.00"])
      if (!text.includes(expected)) throw new Error(`The mail does not say ${expected}:\n${text}`);
    const item = await shop.server.readItem(jacket);
    expectEqual("The page of the product", item?.du, "https://shop.example/products/fell-jacket");
  });
  await step("the shopper buys, and Keepsake gets the order", async () => {
    expectEqual("The order is placed", await platform.buy(jacket, 1, addressOf("ada")), true);
    await waitForPurchase(shop, jacket, addressOf("ada"));
  });
  await step("two shoppers accept an offer of one minute, and the platform shows the reservations", async () => {
    await shop.server.subscribe(addressOf("grace"), scarf);
    await shop.server.subscribe(addressOf("joan"), scarf);
    await platform.setStock(scarf, 2);
    await Promise.all(["grace", "joan"].map(async (name) => acceptOffer(shop, addressOf(name))));
    await until("two reserved units", async () => (await platform.readStock(scarf)).reserved === 2 || undefined);
  });
  const link = await step("the hosted page gets the link to buy what is reserved", () =>
    until("the link", () => findClaimLink(shop, addressOf("grace"))),
  );
  await step("another shopper cannot buy the reserved units", async () => {
    expectEqual("The order is placed", await platform.buy(scarf, 1, addressOf("hasty")), false);
  });
  await step("the one who accepted can", async () => {
    expectEqual("The order is placed", await platform.claim(link, addressOf("grace")), true);
    expectEqual("The stock", await platform.readStock(scarf), { stocked: 2, reserved: 2 });
  });
  await step("an offer whose unit is at a second location can be bought by the shopper who accepted it", async () => {
    await shop.server.subscribe(addressOf("rosa"), hat);
    await platform.setStockElsewhere(hat, 1);
    await acceptOffer(shop, addressOf("rosa"));
    await until("a reserved unit", async () => (await platform.readStock(hat)).reserved === 1 || undefined);
    const toHat = await until("the link", () => findClaimLink(shop, addressOf("rosa")));
    expectEqual("The order of another", await platform.buy(hat, 1, addressOf("hasty")), false);
    expectEqual("The order is placed", await platform.claim(toHat, addressOf("rosa")), true);
    expectEqual("The stock", await platform.readStock(hat), { stocked: 1, reserved: 1 });
    await waitForStock(shop, hat, 0);
  });
  await step("the stock of two locations counts together", async () => {
    await platform.setStockElsewhere(gloves, 3);
    await waitForStock(shop, gloves, 5);
  });
  await step(
    "the platform runs without the plugin, so a restock, an order and a closed location are lost; the reconcile finds them",
    async () => {
      await shop.server.subscribe(addressOf("mary"), boots);
      await shop.server.subscribe(addressOf("olga"), jacket);
      await platform.stop();
      await platform.start({ hasPlugin: false });
      await platform.setStock(boots, 2);
      await platform.closeElsewhere();
      expectEqual("The order is placed", await platform.buy(jacket, 1, addressOf("olga")), true);
      await platform.stop();
      await platform.start({ hasPlugin: true });
      await waitForMail(shop, addressOf("mary"));
      await waitForPurchase(shop, jacket, addressOf("olga"));
      await waitForStock(shop, gloves, 2);
    },
  );
  await step("the other offer expires, its unit is released, and another shopper buys it", async () => {
    await until(
      "a released unit",
      async () => (await platform.readStock(scarf)).reserved === 1 || undefined,
      OFFER_ENDS_MS,
    );
    expectEqual("The order is placed", await platform.buy(scarf, 1, addressOf("patient")), true);
    await waitForStock(shop, scarf, 0);
  });
  await step("a product is deleted, and its stock in Keepsake becomes 0", async () => {
    await until("stock in Keepsake", async () => ((await shop.server.readItem(boots))?.stk ?? 0) > 0 || undefined);
    await platform.deleteProduct(boots);
    await waitForStock(shop, boots, 0);
  });
  await step("Connections shows the connector, its lag and what the reconcile corrected", async () => {
    const { connectors } = await shop.server.call<{ connectors: readonly Connector[] }>("v3/connections");
    const [connector] = connectors;
    if (!connector?.reserves || connector.lagMs === null || connector.reconcile === null || connector.problem !== null)
      throw new Error(`Connections shows ${JSON.stringify(connectors)}`);
  });
}

const OFFER_ENDS_MS = 100_000;

type Connector = {
  readonly name: string;
  readonly version: string;
  readonly reserves: boolean;
  readonly lagMs: number | null;
  readonly reconcile: { readonly corrected: number } | null;
  readonly problem: string | null;
};

/** The page of the offer that a mail links to. */
async function openOffer(shop: Shop, to: string) {
  const { text } = await waitForMail(shop, to);
  const link = /http\S+\/alerts\/offer\?token=\S+/.exec(text)?.[0];
  if (!link) throw new Error(`The mail offers nothing:\n${text}`);
  const page = await fetch(link);
  return { token: new URL(page.url).searchParams.get("token") ?? "", html: await page.text() };
}

/** The shopper follows the link of the mail and presses the button. The page exists a moment after the mail was sent. */
async function acceptOffer(shop: Shop, email: string) {
  const token = await until("a page with a button", async () => {
    const page = await openOffer(shop, email);
    return page.html.includes('value="yes"') ? page.token : undefined;
  });
  const body = new URLSearchParams({ token, answer: "yes" });
  const { ok, status } = await fetch(`${shop.keepsake.url}/alerts/offer`, { method: "POST", body });
  if (!ok) throw new Error(`The page of the offer answered ${status}`);
}

async function findClaimLink(shop: Shop, email: string) {
  const { html } = await openOffer(shop, email);
  return /https:\/\/shop\.example\/claim\?offer=[\w-]+/.exec(html)?.[0];
}

const waitForMail = ({ keepsake }: Shop, to: string) =>
  until(`a mail to ${to}`, async () => keepsake.mails.find((mail) => mail.to === to), 60_000);

const waitForPurchase = ({ server }: Shop, product: Product, email: string) =>
  until("the purchase in what Keepsake knows of the shopper", async () => {
    const about = { epi: product.variantId, medium: "email", mediumvalue: email };
    return JSON.stringify(await server.call("v3/alerts/explain", about)).includes('"bought"') || undefined;
  });

/** As a shopper sees it who saved the product. */
const waitForStock = ({ server }: Shop, product: Product, units: number) =>
  until(`a stock of ${units} in Keepsake`, async () => (await server.readItem(product))?.stk === units || undefined);
