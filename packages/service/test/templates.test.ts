import { expect, test } from "vitest";
import { ALERT_LETTER } from "../src/features/alerts/messages/alert.gen.ts";
import { DEFAULT_SUBJECT } from "../src/features/alerts/messages/fetch-template.ts";
import { aLine, alertCall, anAlertShop, stock } from "./fixtures/alert-shop.ts";
import { aService, aStore, type Params, type TestStore } from "./fixtures/service.ts";

const service = aService();
const aShop = () => aStore(service, { scopes: ["alerts"] });
const mjml = (inside: string) =>
  `<mjml>\n<mj-body>\n<mj-section><mj-column>\n<mj-text>\n${inside}\n<a href="{{ links.unsubscribe }}">Leave</a></mj-text>\n</mj-column></mj-section></mj-body></mjml>`;
const save = async (store: Awaited<ReturnType<typeof aShop>>, source: string, subject = "{{ product.title }}") =>
  store.admin("/storeadmin/v3/alerts/template", undefined, { json: { topic: "backinstock", subject, source } });

/** A read with a key that may only look at the settings. */
async function readAs(store: TestStore, path: string, query: Params = {}) {
  const { key } = await store.aKey(["settings:read"]);
  const { body } = await store.admin(`/storeadmin/v3/alerts/${path}`, undefined, { method: "GET", query, key });
  return body;
}

test("the starter template compiles, and a template can be saved, fetched and reset", async () => {
  const store = await aShop();
  const fetched = async () => alertCall(store, "template/fetch", { topic: "backinstock" });
  expect(await fetched()).toMatchObject({ own: false, subject: DEFAULT_SUBJECT, source: ALERT_LETTER.source });
  const saved = await save(store, ALERT_LETTER.source, "{{ product.fullTitle }}: it is here");
  expect([saved.status, saved.body["preview"]]).toMatchObject([
    200,
    { subject: "Walking boots, Size 42: it is here", frame: expect.stringMatching(/^<iframe sandbox="" /) },
  ]);
  expect(saved.headers["content-security-policy"]).toMatch(/^sandbox;/);
  expect(await fetched()).toMatchObject({ own: true, subject: "{{ product.fullTitle }}: it is here" });
  expect(await readAs(store, "template", { topic: "backinstock" }), "what may be read").toEqual(await fetched());
  expect((await readAs(store, "templates"))["templates"]).toContainEqual({
    topic: "backinstock",
    locale: "en",
    version: 1,
    updatedAt: expect.stringMatching(/^20/),
    savedBy: "test",
  });
  expect(await alertCall(store, "template/reset", { topic: "backinstock" })).toMatchObject({ changed: true });
  expect(await alertCall(store, "template/reset", { topic: "backinstock" })).toMatchObject({ changed: false });
  expect(await fetched()).toMatchObject({ own: false });
});

test("with If-Match, a reset does not throw away a version that somebody else has saved since", async () => {
  const store = await aShop();
  const reset = (ifMatch: unknown) =>
    store.admin("/storeadmin/v3/alerts/template/reset", undefined, {
      json: { topic: "backinstock" },
      headers: { "if-match": `"${String(ifMatch)}"` },
    });
  const first = await save(store, ALERT_LETTER.source);
  const second = await save(store, ALERT_LETTER.source);
  expect((await reset(first.body["version"])).status).toBe(412);
  expect(await alertCall(store, "template/fetch", { topic: "backinstock" })).toMatchObject({ own: true });
  expect((await reset(second.body["version"])).status).toBe(200);
});

test.each([
  [
    "an unknown element",
    mjml("<mj-nothing />").replace("<mj-text>", "<mj-nothing /><mj-text>"),
    /^Line 4: .*mj-nothing/,
  ],
  ["a wrong attribute", mjml("x").replace("<mj-text>", '<mj-text colour="red">'), /^Line 4: .*colour/],
  ["Liquid that does not end", mjml("{% if product.title %}"), /^Line 5: .*not closed/],
  ["a tag that does not exist", mjml("{% include 'x' %}"), /^Line 5: .*include/],
  ["a filter that does not exist", mjml("{{ product.title | raw }}"), /^Line 5: .*raw/],
  ["mj-include", mjml("").replace("<mj-text>", '<mj-include path="/etc/passwd" /><mj-text>'), /^Line 4: mj-include/],
  ["a script", mjml("<script>alert(1)</script>"), /<script> is not allowed/],
  ["a javascript link", mjml('<a href="javascript:alert(1)">x</a>'), /links must begin with https/],
  ["a link out of any text", mjml('<a href="{{ product.title }}">x</a>'), /links must begin with https/],
  ["a value without quotes", mjml("<b title={{ product.title }}>x</b>"), /into quotes/],
  ["no unsubscribe link", mjml("x").replace("{{ links.unsubscribe }}", "https://shop.example"), /no unsubscribe link/],
  ["a loop without end", mjml("{% for i in (1..100000000) %}{{ i }}{% endfor %}"), /limit|stopped/],
])("%s is refused, with the line where there is one", async (_, source, msg) => {
  const { status, body } = await save(await aShop(), source);
  expect([status, body.type, body["msg"]]).toEqual([400, "invalid-template", expect.stringMatching(msg)]);
});

test("eight previews at the same time are all answered, and the preview has the shop's name and colour", async () => {
  const store = await aStore(service, { scopes: ["alerts"], settings: { alerts: { color: "#25524d" } } });
  const preview = async () => {
    const json = { topic: "backinstock", subject: "{{ shop.name }}", source: ALERT_LETTER.source };
    return store.admin("/storeadmin/v3/alerts/template/preview", undefined, { json });
  };
  const answers = await Promise.all(Array.from({ length: 8 }, preview));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(answers[0]?.body["preview"]).toMatchObject({
    subject: "A test's store",
    html: expect.stringMatching(/background:#25524d"><a href="https:/),
  });
});

test.each([
  ["{{ product.tilte }}", "Line 5: There is no variable product.tilte. Did you mean product.title?"],
  [
    "{% if produkt.price != '' %}x{% endif %}",
    "Line 5: There is no variable produkt.price. Did you mean product.price?",
  ],
  [
    "{% if false %}{{ links.unsubscribed }}{% endif %}",
    "Line 5: There is no variable links.unsubscribed. Did you mean",
  ],
  [
    "{{ customer_first_name }}",
    /no variable customer_first_name\. These are known: language, subject, .*copy\.unsubscribe/,
  ],
  ["{{ product.title.nmae }}", /no variable product\.title\.nmae/],
])("%s is refused in a preview and when saving, and the error helps", async (text, expected) => {
  const store = await aShop();
  const answers = [
    await save(store, mjml(text)),
    await store.admin("/storeadmin/v3/alerts/template/preview", undefined, {
      json: { topic: "backinstock", subject: "x", source: mjml(text) },
    }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.type]).toEqual([400, "invalid-template"]);
    expect(body["msg"]).toMatch(expected);
  }
});

test("all problems are named at once, each with its line and column, and none is invented", async () => {
  const source = mjml("{{ product.titel }}\n{{ product.price | upcas }}\n{% iff quantity > 1 %}x{% endiff %}").replace(
    "<mj-text>",
    '<mj-text colour="red">',
  );
  const { status, body } = await save(await aShop(), source, "{{ copy.subjekt }}");
  expect([status, body["type"]]).toEqual([400, "invalid-template"]);
  const named = (kind: string, name: string, suggestion: string) => ({
    why: { code: "unknown-name-close", kind, name, suggestion },
    unknown: { kind, name, suggestion },
  });
  expect(body["problems"]).toEqual([
    {
      field: "subject",
      line: 1,
      column: 4,
      text: "There is no variable copy.subjekt. Did you mean copy.subject?",
      ...named("variable", "copy.subjekt", "copy.subject"),
    },
    {
      field: "source",
      line: 4,
      column: null,
      text: expect.stringContaining("colour"),
      why: { code: "unknown-attribute", attribute: "colour" },
      unknown: null,
    },
    {
      field: "source",
      line: 5,
      column: 4,
      text: "There is no variable product.titel. Did you mean product.title?",
      ...named("variable", "product.titel", "product.title"),
    },
    {
      field: "source",
      line: 6,
      column: 20,
      text: "There is no filter upcas. Did you mean upcase?",
      ...named("filter", "upcas", "upcase"),
    },
    {
      field: "source",
      line: 7,
      column: 1,
      text: "There is no tag iff. Did you mean if?",
      ...named("tag", "iff", "if"),
    },
  ]);
  expect(body["msg"]).toMatch(/^Subject: There is no variable copy\.subjekt\. Did you mean copy\.subject\?\. Line 4: /);
});

test("no more than twenty problems are named", async () => {
  const { body } = await save(await aShop(), mjml("{{ product.titel }}\n".repeat(30)));
  expect(body["problems"]).toHaveLength(20);
});

test("a misspelt variable in the subject is refused too", async () => {
  const { body } = await save(await aShop(), mjml("x"), "{{ copy.subjekt }}");
  expect(body["msg"]).toBe("Subject: There is no variable copy.subjekt. Did you mean copy.subject?");
});

test("names that a template assigns itself, sizes and computed names are not refused", async () => {
  const source = mjml(
    "{% if quantity > 1 %}{% assign note = 'many' %}{% endif %}{{ note }}{{ product.title.size }}{{ product['title'] }}{% assign part = 'title' %}{{ product[part] }}{% for n in (1..2) %}{{ n }}{{ forloop.index }}{% endfor %}",
  );
  const { status, text } = await save(await aShop(), source);
  expect([status, text]).toEqual([200, expect.stringContaining("many")]);
});

test("recipients get the store's own message, and values in it are escaped", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const boots = { epi: 1, empi: 2, dt: "Boots <script>", du: "https://shop.example/1", pr: 10, currency: "EUR" };
  await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [boots] } });
  expect((await save(store, mjml("Yours: {{ product.title }} for {{ product.price }}"))).status).toBe(200);
  await aLine(store, 2, { locale: "de-DE" });
  await stock(store, 2);
  await shop.work();
  expect(shop.handed.length).toBe(2);
  const { mail } = shop.handed[0] ?? { mail: undefined };
  expect(mail?.subject).toBe("Boots <script>");
  expect(mail?.html).toMatch(/Yours: Boots &lt;script&gt; for 10,00\s€/);
  expect(mail?.html).toMatch(/href="http[^"]+\/alerts\/unsubscribe\?token=/);
  expect(mail?.headers).toMatchObject({ "list-unsubscribe-post": "List-Unsubscribe=One-Click" });
  expect(mail?.text).toContain("10,00");
});

test("a template that fails for one recipient delays only that recipient's message, and a variable that does not exist delays none", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const source = mjml(
    '{{ nothing.at.all }}{% if quantity == 7 %}<a href="{{ product.title }}">x</a>{% endif %}{{ product.title }}',
  );
  // Inserted without the checks, as an older version with weaker checks might have saved it.
  await shop.ask(
    "insert into templates (store_id, topic, subject, source, html) values ($1, 'backinstock', 'x', $2, $2)",
    [store.id, source.replaceAll(/<\/?mj[^>]*>/g, "")],
  );
  await aLine(store, 3);
  await shop.ask(
    "update subscriptions set quantity = 7 where store_id = $1 and id = (select min(id) from subscriptions where store_id = $1)",
    [store.id],
  );
  await stock(store, 9);
  await shop.work();
  expect(shop.addresses().toSorted()).toEqual(["p0002@example.com", "p0003@example.com"]);
});
