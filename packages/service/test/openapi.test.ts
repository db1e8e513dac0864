import { expect, test } from "vitest";
import { answerOf, differencesOf, document } from "./fixtures/openapi-document.ts";
import { runClient } from "./fixtures/run-client.ts";
import { type Answer, anEmail, aService, aStore, aUuid, type Params } from "./fixtures/service.ts";
import { anItem, good } from "./fixtures/shopper-lists.ts";

const service = aService();

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

/** The places in a schema that say nothing about a value. */
function blanks(value: unknown, place = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value) && Object.keys(value).length === 0) return [place];
  return Object.entries(value).flatMap(([key, one]) => blanks(one, `${place}/${key}`));
}

/** Streams of events and of lines, and pages of HTML. */
const NOT_JSON =
  /GET \/(api\/v3\/lists|storeadmin\/v3\/plans)\/live|\/alerts\/(confirm|offer|preferences|unsubscribe)|hooks\/sms|v3\/export|template\/preview-page|livez|readyz|\.js/;

test("every answer is described, down to its last field", () => {
  const described = operations.filter(({ name }) => !NOT_JSON.test(name));
  expect(described.filter(({ operation }) => !answerOf(operation)).map(({ name }) => name)).toEqual([]);
  for (const { name, operation } of described) expect(blanks(answerOf(operation), name)).toEqual([]);
  expect(blanks(document.components.schemas)).toEqual([]);
  expect(described.length).toBeGreaterThan(40);
});

test("control: a record of anything is found", () => {
  expect(blanks({ type: "object", additionalProperties: {} })).toEqual(["/additionalProperties"]);
});

/** Operations of the shop's server and dashboard that do not say who may call them. */
const withoutAccess = (all: typeof operations) =>
  all
    .filter(({ name }) => name.includes(" /storeadmin/"))
    .filter(({ operation }) => {
      const { "x-scope": scope, "x-roles": roles, "x-step-up": stepUp } = operation;
      return scope === undefined || !Array.isArray(roles) || stepUp === undefined;
    })
    .map(({ name }) => name);

test("each call of the shop's server says its scope, the roles that have it, and whether it needs a fresh proof", () => {
  expect(withoutAccess(operations)).toEqual([]);
});

test("control: a call that does not say who may make it is found", () => {
  const added = { name: "GET /storeadmin/v3/surprise", operation: { "x-scope": null, responses: {} } };
  expect(withoutAccess([...operations, added])).toEqual([added.name]);
});

test("pid, limit and offset are shown in the query, and may also come in the body", () => {
  const shopper = operations.filter(({ name }) => name.startsWith("POST /api/v3/"));
  for (const { name, operation } of shopper) {
    const pid = operation.parameters?.find((one) => one.name === "pid");
    expect(pid, `for ${name}`).toMatchObject({ in: "query", required: true });
    const body = operation.requestBody?.content["application/json"]?.schema as {
      properties: object;
      required?: string[];
    };
    expect(Object.keys(body.properties), `for ${name}`).toContain("pid");
    expect(body.required ?? [], `for ${name}`).not.toContain("pid");
  }
  const paged = shopper.filter(({ operation }) => operation.parameters?.some((one) => one.name === "limit"));
  expect(paged.map(({ name }) => name.split("/").at(-1))).toEqual(
    expect.arrayContaining(["delete-list", "fetch-list-with-contents", "fetch-list-contents", "fetch-subs"]),
  );
});

const answered = new Set<string>();

function expectAsDescribed(method: string, path: string, answer: Answer) {
  const body = good(answer);
  answered.add(`${method} ${path}`);
  expect(differencesOf(method, path, body), `for ${method} ${path}`).toEqual([]);
  return body;
}

test("what the service answers is what openapi.json describes", async () => {
  const settings = { lists: { customItems: true }, alerts: { browserDoubleOptIn: false } };
  const store = await aStore(service, { scopes: ["admin"], settings });
  const admin = async (path: string, params: Params) =>
    expectAsDescribed("POST", path, await store.admin(path, params));
  const product = { epi: 7, empi: 70, dt: "Rake", pr: 19.5, du: "https://shop.example/rake", stk: 0 };
  await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [product] } });
  const guest = { useragenttype: "t", uuid: aUuid() };
  await admin("/storeadmin/v3/user/generate-regid", guest);
  const person = (await admin("/storeadmin/user/generate-regid", { ...guest, useremail: anEmail() })) as Params;
  const { regid = "", sessionid = "" } = person;
  const call = async (path: string, params: Params = {}, method: "GET" | "POST" = "POST") => {
    const all = { regid, sessionid, ...params };
    const answer = method === "GET" ? store.browser(path, undefined, { method, query: all }) : store.browser(path, all);
    return expectAsDescribed(method, path, await answer);
  };
  const list = (verb: string, params?: Params) => call(`/api/v3/lists/${verb}`, params);

  const lid = String((await list("create", { lname: "My Wishlist", lnote: "n", lprops: '{"a":1}' })).lid);
  const custom = { title: "Pen", price: 5, compareAtPrice: 6, platformitemid: 9, bundle: [{ title: "Ink", epi: 1 }] };
  const items = [anItem(7, { cprops: { a: [1] }, lbls: ["x"], note: "n" }), anItem("x/1"), custom];
  await list("update-ctx", { lid, a: JSON.stringify(items) });
  await list("update-ctx", { lid, u: '[{"epi":7,"qty":2}]', d: '[{"epi":"x/1"}]' });
  await list("update", { lid, lnote: "m" });
  await list("fetch-lists");
  await list("fetch-user-lists");
  await list("fetch-list-with-contents", { lid });
  await list("fetch-list-contents", { lid });
  await list("contains", { epis: "7" });
  await call("/api/v3/lists/contains", { empis: "70" }, "GET");
  await list("reportShare", { lid });
  await list("live-token");
  await list("user-validate-sync");
  await list("sfl/create");
  await list("sfl/add", { items: JSON.stringify([anItem(8), { epi: null }]) });
  await list("sfl/update", { items: '[{"epi":8,"qty":2},{"epi":9}]' });
  await list("sfl/fetch");
  await list("sfl/remove", { items: '[{"epi":8}]' });
  await list("sfl/moved-to-cart", { items: '[{"epi":8}]' });
  await list("markPublic", { lid, showcprops: "1", fname: "Ann" });
  for (const verb of ["fetch-list-with-contents", "fetch-list-contents"]) {
    const path = `/api/v3/lists/${verb}`;
    expectAsDescribed("POST", path, await store.browser(path, { lid }));
  }
  await call("/api/v3/product/wishlist/social-count", { empi: "70" });
  await call("/api/v3/product/wishlist/social-count", { empi: "70" }, "GET");
  await call("/api/v3/product/wishlist/social-count-batch", { empis: "70,71" });

  const signUp = {
    medium: "email",
    mediumvalue: anEmail(),
    topics: "comingsoon",
    products: JSON.stringify([anItem(7)]),
  };
  await admin("/storeadmin/bispa/subscriptions/create", signUp);
  await call("/api/v3/subscriptions/create", signUp);
  await call("/api/v3/subscriptions/fetch-subs");
  await admin("/storeadmin/v3/alerts/rehearse", { epi: "7", topic: "comingsoon", units: "1" });
  const { plan } = await admin("/storeadmin/v3/alerts/send", { epi: "7", topic: "comingsoon" });
  await admin("/storeadmin/v3/alerts/plans", { epi: "7" });
  for (const verb of ["hold", "resume", "cancel"]) await admin(`/storeadmin/v3/alerts/${verb}`, { plan: String(plan) });
  const { medium, mediumvalue } = signUp;
  await admin("/storeadmin/v3/alerts/explain", { epi: "7", topic: "comingsoon", medium, mediumvalue });
  await admin("/storeadmin/v3/alerts/bought", { epi: "7", topic: "comingsoon", medium, mediumvalue });
  await admin("/storeadmin/v3/alerts/template/fetch", { topic: "comingsoon" });
  await call("/api/v3/subscriptions/remove", { epi: "7" });
  await list("markPrivate", { lid });
  await list("delete-list", { lid });
  await admin("/storeadmin/v3/user/guest-validate-sync", {
    regid: (await store.aGuest()).regid,
    useremail: anEmail(),
    useragenttype: "t",
    dryrun: "1",
  });
  expect(answered.size).toBe(40);
});

/** A storefront and its server, written with nothing but the generated types. */
const STOREFRONT = `
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

const [baseUrl = "", pid = "", key = "", uuid = "", useremail = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });
const headers = { authorization: "Basic " + Buffer.from(pid + ":" + key).toString("base64") };
const query = { pid };

function the<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const guest = the(await client.POST("/api/v3/provider/register", { params: { query }, body: {} }));
const account = the(
  await client.POST("/storeadmin/v3/user/generate-regid", { headers, body: { uuid, useremail, useragenttype: "web" } }),
);
const { regid, sessionid } = account;
const me = { regid, sessionid };

const created: components["schemas"]["List"] = the(
  await client.POST("/api/v3/lists/create", { params: { query }, body: { ...me, lname: "My Wishlist", lprops: { a: 1 } } }),
);
const { lid } = created;
const a = [1, 2, 3].map((epi) => ({ epi, empi: "p" + epi, du: "https://shop.example/" + epi, dt: "Product " + epi, qty: 2 }));
const { a: added = [] } = the(await client.POST("/api/v3/lists/update-ctx", { params: { query }, body: { ...me, lid, a } }));
const titles: (string | null)[] = added.map((item) => item.dt);

const [list] = the(await client.POST("/api/v3/lists/fetch-lists", { params: { query }, body: me }));
const email: string | null | undefined = list?.userinfo?.em;
const page = the(
  await client.POST("/api/v3/lists/fetch-list-with-contents", {
    params: { query: { pid, limit: 2, offset: 1 } },
    body: { ...me, lid },
  }),
);
const next: number | null = page.pagination.next;
const second = await client.POST("/api/v3/lists/fetch-list-contents", {
  params: { query: { pid, limit: 2, offset: 2 } },
  body: { ...me, lid },
});
const { data: saved } = the(
  await client.GET("/api/v3/lists/contains", { params: { query: { pid, ...me, epis: "1,9" } } }),
);
const lids: string[] = saved.flatMap((one) => one.lids);
const shared = the(await client.POST("/api/v3/lists/markPublic", { params: { query }, body: { ...me, lid, newlink: 1 } }));
const seen = the(
  await client.POST("/api/v3/lists/fetch-list-with-contents", { params: { query }, body: { lid: shared.lid } }),
);
const later = the(
  await client.POST("/api/v3/lists/sfl/add", { params: { query }, body: { ...me, items: [{ epi: 5, empi: 5, du: "/5" }] } }),
);
const products = [{ epi: 1, empi: "p1", du: "https://shop.example/1" }];
const signUp = { medium: "email", mediumvalue: useremail, products, topics: ["backinstock"], addtomailinglist: 1 as const };
const subscribed = the(await client.POST("/storeadmin/bispa/subscriptions/create", { headers, body: signUp }));
const { subscriptions, total } = the(
  await client.POST("/api/v3/subscriptions/fetch-subs", { params: { query: { pid, limit: 5 } }, body: me }),
);
const { data: count } = the(
  await client.GET("/api/v3/product/wishlist/social-count", { params: { query: { pid, empi: "p1" } } }),
);
const removed = the(await client.POST("/api/v3/lists/delete-list", { params: { query }, body: { ...me, lid: shared.lid } }));
const refused = await client.POST("/api/v3/lists/update", { params: { query }, body: { ...me, lid } });

console.log(
  JSON.stringify({
    guest: guest.uuid !== undefined,
    titles,
    email,
    next,
    items: page.items.length,
    second: the(second).length,
    total: second.response.headers.get("x-total-count"),
    isSaved: lids.includes(lid),
    seen: seen.items.map((item) => item.qty),
    later: later.itemsadded.length,
    products: subscribed.products.map((product) => product.uri),
    subscriptions: subscriptions.map((one) => [one.state, one.mediumvalue === useremail]),
    subscribed: total,
    count: typeof count.count,
    removed: removed.cnt,
    refused: refused.error?.type,
  }),
);
`;

test("a client generated from openapi.json compiles and runs the calls of a storefront", async () => {
  const store = await aStore(service, { scopes: ["identity", "subscriptions"] });
  const base = await service.http.listen({ port: 0, host: "127.0.0.1" });
  const email = anEmail();
  expect(await runClient(STOREFRONT, [base, store.pid, store.key, aUuid(), email])).toEqual({
    guest: true,
    titles: ["Product 1", "Product 2", "Product 3"],
    email,
    next: null,
    items: 2,
    second: 1,
    total: "3",
    isSaved: true,
    seen: [2, 2, 2],
    later: 1,
    products: ["https://shop.example/1"],
    subscriptions: [["waiting", true]],
    subscribed: 1,
    count: "number",
    removed: 3,
    refused: "unknown-list",
  });
});
