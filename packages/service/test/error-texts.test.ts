import type { FastifySchema } from "fastify";
import { expect, test } from "vitest";
import { aService, aStore } from "./fixtures/service.ts";
import { anItem, listsOf } from "./fixtures/shopper-lists.ts";

type Route = { readonly method: string; readonly url: string; readonly schema: FastifySchema };
const routes: Route[] = [];
const service = aService({
  beforeRoutes: (http) => {
    http.addHook("onRoute", ({ method, url, schema }) => {
      for (const one of [method].flat()) if (schema && one !== "HEAD") routes.push({ method: one, url, schema });
    });
  },
});

/** A stream answers as long as it is open, so these calls would never end. Its own test has its refusals. */
const isStream = ({ schema }: Route) => JSON.stringify(schema.response ?? {}).includes("text/event-stream");
type Params = { readonly properties?: Record<string, object>; readonly required?: readonly string[] };
const paramsOf = ({ schema }: Route) => (schema.body ?? schema.querystring ?? {}) as Params;

/** Words of a validator or of a regular expression, which tell a person nothing. */
const FOR_MACHINES =
  /constant|anyOf|oneOf|schema|pattern|regular|NOT have|fewer than|match|must be (string|integer|array|null|object)|\^|\\|\[a-z|\{\d|undefined|\$/i;

const OF_SCHEMA = /^The parameter [\w.]+ (is missing|must (be|have|look like|not be) .+)\.$/;
const WRONG = [7.5, -1, true, "x".repeat(3_000), [[]], { a: 1 }];

test("control: what a validator says by itself is recognised", () => {
  for (const text of [
    "must be equal to constant",
    'must match pattern "^\\d{1,9}$"',
    "must NOT have fewer than 1 characters",
    "must match a schema in anyOf",
    "must be string",
  ])
    expect(text).toMatch(FOR_MACHINES);
});

test("every refusal of a parameter names it and says in plain words what it must be", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  await service.http.ready();
  let refused = 0;
  const ofApi = routes.filter(({ url }) => url.startsWith("/api/") || url.startsWith("/storeadmin/"));
  for (const route of ofApi.filter((one) => !isStream(one))) {
    const { properties = {}, required = [] } = paramsOf(route);
    for (const name of Object.keys(properties)) {
      for (const value of [...WRONG, undefined]) {
        const others = Object.fromEntries(required.map((one) => [one, "1"]));
        const params = JSON.parse(JSON.stringify({ ...others, [name]: value })) as object;
        const isGet = route.method === "GET";
        const query = Object.fromEntries(
          Object.entries(params).map(([key, one]) => [key, String(one).slice(0, 3_000)]),
        );
        const answer = await store.admin(route.url, undefined, isGet ? { method: "GET", query } : { json: params });
        const isPage = String(answer.headers["content-type"]).startsWith("text/html"); // it lists what is wrong
        if (answer.status !== 400 || isPage) continue;
        refused += 1;
        const what = `${route.method} ${route.url} ${name}=${JSON.stringify(value ?? null).slice(0, 40)}`;
        const text = String(answer.body.msg);
        expect(text, `for ${what}`).not.toMatch(FOR_MACHINES);
        const isOfSchema = text.startsWith("The parameter");
        expect(!isOfSchema || OF_SCHEMA.test(text), `${what}: ${text}`).toBe(true);
      }
    }
  }
  expect(refused).toBeGreaterThan(300);
});

test.each([
  ["fetch-list-contents", { limit: "many" }, "The parameter limit must be a whole number from 0 to 999999999."],
  ["markPublic", { newlink: "maybe" }, "The parameter newlink must be one of 0, 1, true, false."],
  ["update", { st: "2" }, "The parameter st must be one of 0, 1."],
  ["update", { lid: "x".repeat(101) }, "The parameter lid must have 1 to 100 characters."],
])("%s with %j says: %s", async (verb, params, text) => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  const answer = await lists.post(verb, { lid: await lists.create(), ...(params as Record<string, string>) });
  expect([answer.status, answer.body.msg]).toEqual([400, text]);
});

test("every refusal of an item or product names the field and says in plain words what it must be", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create();
  const fields = ["du", "qty", "note", "cprops", "lbls", "_av", "dt", "iu", "pr", "sku", "title", "price", "bundle"];
  const wrong = [7.5, -1, true, "x".repeat(3_000), "javascript:x", [[]], { a: 1 }, [7], 1e15];
  let refused = 0;
  const check = (msg: unknown, what: string, field: string) => {
    refused += 1;
    expect(msg, `for ${what}`).not.toMatch(FOR_MACHINES);
    expect(msg, `for ${what}`).toContain(field);
  };
  for (const field of fields) {
    for (const value of wrong) {
      const item = anItem(1, { [field]: value });
      const added = await lists.change(lid, { a: [item] });
      if (added.status === 400)
        check(added.body.msg, `a ${field} ${JSON.stringify(value).slice(0, 40)}`, `a.0.${field}`);
      const changed = await lists.change(lid, { u: [item] });
      if (changed.status === 400) check(changed.body.msg, `u ${field}`, `u.0.${field}`);
    }
  }
  for (const product of [{}, { epi: 1 }, anItem(1, { du: 7 }), anItem(1, { qty: 0 }), anItem(1, { target: -1 }), 7]) {
    const sent = { medium: "email", mediumvalue: "a@example.com", products: JSON.stringify([product]), topics: "t" };
    const answer = await store.admin("/storeadmin/bispa/subscriptions/create", sent);
    check(answer.body.msg, JSON.stringify(product), "products.0");
  }
  expect(refused).toBeGreaterThan(60);
});
