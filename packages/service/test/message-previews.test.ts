import { expect, test } from "vitest";
import { addFirstMember } from "../src/features/stores/members/add-first-member.ts";
import { FILTERS } from "../src/platform/letter/filters.ts";
import { parseTemplate, renderTemplate } from "../src/platform/letter/liquid.ts";
import { toEmail } from "../src/platform/text/email.ts";
import { aMember, type Browser } from "./fixtures/members.ts";
import { aSenderShop, useOwnServer } from "./fixtures/sender-shop.ts";
import { anEmail, aService, aStore, type Params, type TestStore } from "./fixtures/service.ts";

const shop = await aSenderShop();
const { service } = shop;
const aShop = () => shop.aStore();
const mjml = (inside: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${inside} <a href="{{ links.unsubscribe }}">x</a></mj-text></mj-column></mj-section></mj-body></mjml>`;
const TEMPLATE = "/storeadmin/v3/alerts/template";
const topic = "backinstock";
const post = (store: TestStore, verb: string, json: object) =>
  store.admin(`${TEMPLATE}/${verb}`, undefined, { json: { topic, ...json } });

const mailsTo = async (address: string) =>
  (await shop.server.received()).flatMap(({ recipients, mail }) => (recipients.includes(address) ? [mail] : []));

test("a preview has the subject, the HTML and the text, in the language that is asked for", async () => {
  const { status, body } = await post(await aShop(), "preview", {
    locale: "de",
    subject: "{{ product.title }} {{ copy.eyebrow }}",
    source: mjml("{{ product.price }}"),
  });
  expect([status, body]).toMatchObject([
    200,
    {
      locale: "de",
      preview: {
        subject: "Walking boots Wieder auf Lager",
        html: expect.stringMatching(/129,00\s€/),
        text: expect.stringMatching(/Abmelden: https:/),
        frame: expect.stringMatching(/^<iframe sandbox="" /),
      },
    },
  ]);
});

test("a preview may be about a variant of the shop, and not about another shop's", async () => {
  const [store, other] = [await aShop(), await aShop()];
  const boots = { epi: 41, empi: 2, dt: "Grat", du: "https://shop.example/41", pr: 10, currency: "EUR" };
  await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [boots] } });
  const json = { epi: 41, subject: "{{ product.title }}", source: mjml("x") };
  expect((await post(store, "preview", json)).body).toMatchObject({ preview: { subject: "Grat" } });
  expect((await post(other, "preview", json)).body).toMatchObject({ type: "unknown-variant" });
});

test("without subject and source, a preview is the message that shoppers get now", async () => {
  const store = await aShop();
  const subjectOf = async (json: object) => {
    const { body } = await post(store, "preview", json);
    return (body["preview"] as { subject: string }).subject;
  };
  expect(await subjectOf({})).toBe("Back in stock: Walking boots, Size 42");
  expect(await subjectOf({ topic: "pricedrop", locale: "de" })).toBe("Preis gesunken: Walking boots, Size 42");
  await store.admin(TEMPLATE, undefined, { json: { topic, subject: "Ours", source: mjml("x") } });
  expect(await subjectOf({ locale: "fr" })).toBe("Ours");
  expect((await post(store, "preview", { subject: "x" })).body).toMatchObject({ type: "half-a-message" });
});

test("a preview says that the shopper has the first chance where the store makes offers", async () => {
  const store = await shop.aStore({ alerts: { offerMinutes: 60 } });
  expect((await post(store, "preview", {})).body).toMatchObject({
    preview: { subject: "You have the first chance: Walking boots, Size 42" },
  });
});

test("every variable that a message may use is listed with a description and an example", async () => {
  const store = await aShop();
  const get = (query: Params) => store.admin(`${TEMPLATE}/variables`, undefined, { method: "GET", query });
  const { body } = await get({ topic: "pricedrop", locale: "de" });
  const variables = body["variables"] as { name: string; description: string; example: string }[];
  expect(variables).toContainEqual({
    name: "product.title",
    description: "The title of the product",
    example: "Walking boots",
  });
  const withoutExample = variables.filter(({ description, example }) => !description || !example);
  expect(withoutExample.map(({ name }) => name)).toEqual(["shop.logo", "shop.color"]); // this shop has set neither
  expect(variables.find(({ name }) => name === "copy.eyebrow")?.example).toBe("Der Preis ist gesunken");
  const all = variables.map(({ name }) => `{{ ${name} }}`).join(" ");
  expect((await post(store, "preview", { subject: "x", source: mjml(all) })).status).toBe(200);
  const { body: refused } = await post(store, "preview", {
    subject: "x",
    source: mjml("{{ nothing_like_it_at_all }}"),
  });
  const known = String(refused["msg"]).split("These are known: ")[1]?.split(", ");
  expect(known?.toSorted()).toEqual(variables.map(({ name }) => name).toSorted());
});

test.each(Object.entries(FILTERS))("the example of the filter %s works", (name, { description, example }) => {
  const { subject } = renderTemplate(parseTemplate({ subject: example, html: "" }), {});
  expect([subject, description]).toEqual([expect.stringMatching(/./), expect.stringMatching(/^[A-Z]/)]);
  expect(example).toContain(`| ${name}`);
});

const page = (browser: Browser, form: Params, headers: Record<string, string | undefined> = {}) =>
  browser.call(`${TEMPLATE}/preview-page`, {
    method: "POST",
    form: { topic, ...form },
    headers: { "keepsake-csrf": undefined, "sec-fetch-site": "same-origin", ...headers },
  });
const HOSTILE = "</mj-text><mj-raw><script>alert(1)</script><img src='x' onerror='alert(1)'></mj-raw><mj-text>";

test("a form of the dashboard gets the mail as a page that runs nothing", async () => {
  const store = await aShop();
  const browser = await aMember(service, store, "manager");
  const { status, headers, text } = await page(browser, { subject: "x", source: mjml("Hello {{ product.title }}") });
  expect([status, text]).toEqual([200, expect.stringContaining("Hello Walking boots")]);
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; font-src https:; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect(headers).not.toHaveProperty("x-frame-options");
  const without = await page(browser, { subject: "x", source: mjml("x"), images: "0" });
  expect(without.headers["content-security-policy"]).not.toContain("img-src");
});

test("the page shows a name, a colour and a logo before they are saved", async () => {
  const store = await aShop();
  const browser = await aMember(service, store, "manager");
  const look = { name: "Tarn & Co", color: "#0a3d91", logo: "https://cdn.tarn.example/logo.png" };
  const { text } = await page(browser, look);
  expect(text).toContain("Tarn &amp; Co");
  expect(text).toContain("#0a3d91");
  expect(text).toContain(look.logo);
  const { text: plain } = await page(browser, { color: "", logo: "" });
  expect(plain).not.toContain("#0a3d91");
  expect((await page(browser, { color: "red" })).status).toBe(400);
});

test("the page of a message with mistakes lists them, and what is wrong is escaped", async () => {
  const browser = await aMember(service, await aShop(), "manager");
  const { status, headers, text } = await page(browser, {
    subject: "{{ copy.subjekt }}",
    source: mjml(`{{ product.titel }}${HOSTILE}`),
  });
  expect([status, headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
  expect(headers["content-security-policy"]).toMatch(
    /^sandbox; default-src 'none'; style-src 'unsafe-inline'; font-src/,
  );
  expect(text).toContain("<li>Subject: There is no variable copy.subjekt. Did you mean copy.subject?</li>");
  expect(text).toContain("&lt;script&gt; is not allowed");
  expect(text).not.toMatch(/<script|<img/);
});

test("a message of fifty thousand characters fits into a form", async () => {
  const browser = await aMember(service, await aShop(), "manager");
  const source = mjml("ü".repeat(49_000));
  expect((await page(browser, { subject: "x", source })).status).toBe(200);
});

test("dark=1 shows the message as in dark mode, and without it as in light mode", async () => {
  const browser = await aMember(service, await aShop(), "manager");
  const styles =
    "<mj-head><mj-style>@media (prefers-color-scheme: dark) { .a { color: #fff } } @media screen and (prefers-color-scheme:light) { .a { color: #000 } }</mj-style></mj-head>";
  const source = mjml("x").replace("<mj-body>", `${styles}<mj-body>`);
  const [dark, light] = [
    await page(browser, { subject: "x", source, dark: "1" }),
    await page(browser, { subject: "x", source }),
  ];
  expect(dark.text).toMatch(/@media \(min-width:0\) ?\{[^@]*@media screen and \(max-width:0\)/);
  expect(dark.text).toContain('<meta name="color-scheme" content="dark">');
  expect(light.text).toMatch(/@media \(max-width:0\) ?\{[^@]*@media screen and \(min-width:0\)/);
  expect(light.text).toContain('<meta name="color-scheme" content="light">');
  expect(dark.text + light.text).not.toContain("prefers-color-scheme");
});

test("the page needs no token, but the session, the role and the dashboard's Origin", async () => {
  const store = await aShop();
  const browser = await aMember(service, store, "manager");
  const form = { subject: "x", source: mjml("x") };
  const statusWith = async (headers: Record<string, string | undefined>) => (await page(browser, form, headers)).status;
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ origin: "https://evil.example" })).toBe(403);
  expect(await statusWith({ origin: "null" })).toBe(403);
  expect(await statusWith({ origin: undefined })).toBe(403);
  expect(await statusWith({ "sec-fetch-site": "same-site" })).toBe(403);
  expect(await statusWith({ cookie: undefined })).toBe(403);
  expect((await page(await aMember(service, store, "support"), form)).status).toBe(403);
});

test("only calls that browsers make by themselves, a form and a stream, go without the token", async () => {
  const browser = await aMember(service, await aShop(), "manager");
  const preview = await browser.call(`${TEMPLATE}/preview`, {
    json: { topic, subject: "x", source: mjml("x") },
    headers: { "keepsake-csrf": undefined },
  });
  expect([preview.status, preview.body["type"]]).toEqual([403, "wrong-origin"]);
  const tokenless: string[] = [];
  const { http } = aService({
    beforeRoutes: (one) => {
      one.addHook("onRoute", ({ url, config }) => {
        if (config?.access?.token === false) tokenless.push(url);
      });
    },
  });
  await http.ready();
  expect(tokenless).toEqual(["/storeadmin/v3/plans/live", `${TEMPLATE}/preview-page`]);
});

test("a test mail goes to the member who asks for it, through the store's own sender", async () => {
  const store = await aShop();
  await useOwnServer(shop, store, shop.server.url);
  const browser = await aMember(service, store, "manager");
  const json = { topic, locale: "de", subject: "{{ copy.eyebrow }}", source: mjml("Unsaved {{ product.title }}") };
  const { status, body } = await browser.call(`${TEMPLATE}/send-test`, { json });
  expect([status, body]).toMatchObject([200, { sent: true, to: browser.email, problem: null }]);
  const mail = (await mailsTo(browser.email)).at(-1);
  expect(mail).toMatchObject({ subject: "[Test] Wieder auf Lager", from: { address: "hello@shop.example" } });
  expect(mail?.html).toContain("Unsaved Walking boots");
  expect(mail?.text).toContain("Abmelden: https://alerts.example/");
  const { body: log } = await store.admin("/storeadmin/v3/audit", undefined, { method: "GET" });
  expect((log["items"] as object[])[0]).toMatchObject({
    action: "template.tested",
    details: { topic, locale: "de", sent: true },
  });
});

test("a test mail goes to another member, and to nobody else, whoever asks", async () => {
  const [store, other] = [await aShop(), await aShop()];
  const manager = await aMember(service, store, "manager");
  const [colleague, stranger] = [anEmail(), anEmail()];
  const add = (one: TestStore, email: string) =>
    service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: one.id, email: toEmail(email), role: "viewer" }));
  await add(store, colleague);
  await add(other, stranger);
  const asMember = (to: string) => manager.call(`${TEMPLATE}/send-test`, { json: { topic, to } });
  expect((await asMember(colleague)).body).toMatchObject({ sent: true, to: colleague });
  expect((await post(store, "send-test", { to: colleague })).body).toMatchObject({ sent: true, to: colleague });
  for (const { status, body } of [
    await asMember(stranger),
    await asMember(anEmail()),
    await post(store, "send-test", { to: stranger }),
  ])
    expect([status, body["type"]]).toEqual([400, "not-a-member"]);
  expect((await post(store, "send-test", {})).body).toMatchObject({ type: "missing-to" });
  expect(await mailsTo(stranger)).toEqual([]);
});

test("a test mail with mistakes is not sent", async () => {
  const browser = await aMember(service, await aShop(), "manager");
  const json = { topic, subject: "{{ nope }}", source: mjml("x") };
  const { status, body } = await browser.call(`${TEMPLATE}/send-test`, { json });
  expect([status, body["type"]]).toEqual([400, "invalid-template"]);
  expect(await mailsTo(browser.email)).toEqual([]);
});

test("a store sends so many test mails in an hour, and no more", async () => {
  const limits = { templateTests: { points: 2, seconds: 3_600 } };
  const store = await aStore(service, { scopes: ["admin"], settings: { limits } });
  const browser = await aMember(service, store, "manager");
  const send = async () => (await browser.call(`${TEMPLATE}/send-test`, { json: { topic } })).status;
  expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
});
