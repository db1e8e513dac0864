import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { look } from "./fixtures/database.ts";
import { aMember, type Browser, signIn, stepUpByPassword } from "./fixtures/members.ts";
import { type Answer, anEmail, aService, aStore, type Params, type TestStore } from "./fixtures/service.ts";
import { anItem, good, listsOf } from "./fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "./fixtures/subscription-calls.ts";

const service = aService({
  env: {
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1",
    KEEPSAKE_MAIL_FROM: "shop@example.com",
    KEEPSAKE_ALLOW_LOOPBACK: "on", // hosts on the internet have few ports for mail
  },
});

/** The bounds of the wire and of the columns: smallint, integer, numeric(14, 4), bigint, doubles. */
const BOUNDS = [
  0, 0.0001, 1, 100, 999, 1_000, 32_767, 50_000, 65_535, 1_000_000, 999_999_999, 1_000_000_000, 2_147_483_647,
  9_999_999_999, 1e12, 9_007_199_254_740_991, 1e15, 1e21, 1.797e308,
];
const STEPS = [0, 1, 0.5, 0.0001, 0.00005, 0.00001, 1e-7];
const around = (bound: number) =>
  STEPS.flatMap((step) => [bound + step, bound - step]).flatMap((value) => [String(value), String(-value)]);
/** JSON texts of numbers, at each bound and a little beside it, and some that no double holds. */
const NUMBERS = [
  ...new Set([
    ...BOUNDS.flatMap(around),
    "9999999999.9999",
    "9999999999.99995",
    "9007199254740993",
    "18446744073709551616",
    "1e400",
    "-0",
    "5e-324",
    ...fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 30, seed: 7 }).map(String),
  ]),
];
const TEXTS = ["", " 1 ", "1e3", "0x10", "NaN", "Infinity", "１", "1,5", "--1"].map((text) => JSON.stringify(text));

type World = { store: TestStore; lid: string; person: { regid: string; sessionid: string } };
/** One numeric field: how to send a JSON text in it, and a good call that shares its batch. */
type Field = {
  readonly send: (world: World, text: string, nth: number) => Promise<Answer>;
  readonly neighbour: (world: World, nth: number) => Promise<Answer>;
  /** The answer to a good number, if it is not 200. */
  readonly found?: number;
};

const json = (world: World, path: string, raw: string) =>
  world.store.admin(path, undefined, { raw, headers: { "content-type": "application/json" } });
const write = ({ store, person, lid }: World, verb: string, fields: Params) =>
  store.browser(`/api/v3/lists/${verb}`, { ...person, lid, ...fields });
const itemWith = (epi: number, field: string, text: string) =>
  `${JSON.stringify(anItem(epi)).slice(0, -1)},"${field}":${text}}`;

const onItem = (verb: string, param: string, field: string): Field => ({
  send: (world, text, nth) => write(world, verb, { [param]: `[${itemWith(1_000 + nth, field, text)}]` }),
  neighbour: (world, nth) => write(world, "update-ctx", { a: JSON.stringify([anItem((nth % 50) + 1)]) }),
});
const onCustomItem = (field: string): Field => ({
  send: (world, text) => write(world, "update-ctx", { a: `[{"title":"Own","${field}":${text}}]` }),
  neighbour: onItem("update-ctx", "a", field).neighbour,
});
/** Calls of people who are signed in, with JSON that is sent unchanged. */
const post = (browser: Browser, path: string, raw: string, stepUp?: string) =>
  browser.call(path, { json: raw, stepUp, headers: { "content-type": "application/json" } });
const viewers = new WeakMap<World, ReturnType<typeof aMember>>();
const viewerOf = (world: World) => {
  const viewer = viewers.get(world) ?? aMember(service, world.store, "viewer");
  viewers.set(world, viewer);
  return viewer;
};
const reports = async (world: World, threshold: string) =>
  post(
    await viewerOf(world),
    "/storeadmin/v3/reports",
    `{"daily":false,"weekly":false,"threshold":${threshold},"language":"en"}`,
  );
const onReports: Field = { send: reports, neighbour: (world) => reports(world, "50") };
const operators = new WeakMap<World, Promise<{ browser: Browser; stepUp: string }>>();
const operatorOf = (world: World) => {
  const operator = operators.get(world) ?? anOperator();
  operators.set(world, operator);
  return operator;
};
async function anOperator() {
  const email = anEmail();
  await look("insert into operators (email) values ($1)", [email]);
  const browser = await signIn(service, email);
  return { browser, stepUp: await stepUpByPassword(browser) };
}
/** For a number that is sent as a text. */
const inQuotes = (text: string) => (text.startsWith('"') ? text : `"${text}"`);
const onOperator = (path: string, body: (pid: string, text: string) => string): Field => {
  const send = async (world: World, text: string) => {
    const { browser, stepUp } = await operatorOf(world);
    return post(browser, `/storeadmin/v3/operator/${path}`, body(world.store.pid, text), stepUp);
  };
  return { send, neighbour: (world) => send(world, "1") };
};
const onSignUp = (field: string): Field => {
  const signUp = ({ store }: World, product: string) =>
    store.admin("/storeadmin/bispa/subscriptions/create", {
      medium: "email",
      mediumvalue: anEmail(),
      topics: "pricedrop",
      products: `[${product}]`,
    });
  return {
    send: (world, text) => signUp(world, itemWith(1, field, text)),
    neighbour: (world) => signUp(world, JSON.stringify(aProduct(1))),
  };
};
const onBrowserSignUp = (field: string): Field => ({
  send: async ({ store }, text) => {
    const { regid, sessionid } = await store.aGuest();
    const products = `[${itemWith(1, field, text)}]`;
    const sent = { regid, sessionid, medium: "email", mediumvalue: anEmail(), topics: "pricedrop", products };
    return store.browser("/api/v3/subscriptions/create", sent);
  },
  neighbour: onSignUp(field).neighbour,
});
const onVariant = (field: string): Field => {
  const upsert = (world: World, variant: string) =>
    json(world, "/storeadmin/v3/catalog/upsert", `{"variants":[${variant}]}`);
  return {
    send: (world, text, nth) => upsert(world, `{"epi":${nth},"currency":"EUR","${field}":${text}}`),
    neighbour: (world, nth) => upsert(world, `{"epi":${nth},"currency":"EUR","pr":1}`),
  };
};
const onStock: Field = {
  send: (world, text) =>
    json(
      world,
      "/storeadmin/v3/inventory/set",
      `{"levels":[{"epi":1,"quantity":${text},"occurredAt":"${new Date().toISOString()}"}]}`,
    ),
  neighbour: onVariant("pr").neighbour,
};
/** A parameter of a form: the text without its quotes. */
/** A report of a connector. Those that arrive together share a statement. */
const onConnector = (part: (text: string) => string): Field => {
  const report = (world: World, name: string, text: string) =>
    json(world, "/storeadmin/v3/connectors/report", `{"name":"${name}",${part(text)}}`);
  return { send: (world, text) => report(world, "one", text), neighbour: (world) => report(world, "other", "1") };
};
const AT = '"2026-01-19T10:00:00Z"';
const onParam = (path: string, field: string, more: Params = {}): Field => ({
  send: ({ store, person, lid }, text) => {
    const params = {
      ...more,
      ...(more.lid === "" ? { lid } : {}),
      [field]: text,
    };
    return path.startsWith("/storeadmin") ? store.admin(path, params) : store.browser(path, { ...person, ...params });
  },
  neighbour: ({ store, person }) => store.browser("/api/v3/lists/fetch-lists", person),
});

const onSmtp: Field = {
  send: (world, text) =>
    json(
      world,
      "/storeadmin/v3/senders/set",
      `{"medium":"email","provider":"smtp","smtp":{"host":"localhost","port":${text}}}`,
    ),
  neighbour: onVariant("pr").neighbour,
};
/** A setting of the store, such as `stock.minimum`. `more` are fields that it needs. */
const onSetting = (name: string, more = ""): Field => ({
  send: (world, text) => {
    const [group = "", field] = name.split(".");
    const sent = field === undefined ? `{"${group}":${text}}` : `{"${group}":{${more}"${field}":${text}}}`;
    return json(world, "/storeadmin/v3/settings/update", sent);
  },
  neighbour: onVariant("pr").neighbour,
});
const NUMERIC_SETTINGS = [
  "sessionTtlDays",
  "lists.itemsMax",
  "lists.listsMax",
  "lists.previewItems",
  "stock.minimum",
  "stock.settleSeconds",
  "stock.lowAt",
  "alerts.perUnit",
  "alerts.waveSize",
  "alerts.waitSeconds",
  "alerts.offerMinutes",
  "alerts.unitsMax",
  "alerts.historyDays",
  "results.windowDays",
  "sending.mailsPerDay",
  "sending.textsPerDay",
  "sending.textPrice",
  "sessions.idleDays",
  "sessions.proofOfWorkBits",
  "privacy.guestDays",
  "privacy.leftDays",
  "privacy.requestDays",
];
const onKey: Field = {
  send: async (world, text) => {
    const { id } = await world.store.aKey(["keys"]);
    return json(world, "/storeadmin/v3/keys/rotate", `{"id":"${id}","overlapSeconds":${text}}`);
  },
  neighbour: onVariant("pr").neighbour,
};
const onAdvice: Field = {
  send: async (world, text) => {
    await onStock.send(world, "1", 0);
    const query = { epi: "1", units: text };
    return world.store.admin("/storeadmin/v3/demand/advice", undefined, { method: "GET", query });
  },
  neighbour: onVariant("pr").neighbour,
};
let lastReplay: Promise<unknown> = Promise.resolve();
/** A store makes one replay at a time. */
const onReplay = (fieldWith: (text: string) => string): Field => ({
  send: (world, text) => {
    const sent = lastReplay.then(() => json(world, "/storeadmin/v3/alerts/replay", `{${fieldWith(text)}}`));
    lastReplay = sent;
    return sent;
  },
  neighbour: onVariant("pr").neighbour,
});
const onPolicy = (rule: string) => onReplay((text) => `"policy":{"${rule}":${text}}`);

const FIELDS: Record<string, Field> = {
  ...Object.fromEntries(NUMERIC_SETTINGS.map((name) => [`settings/update ${name}`, onSetting(name)])),
  "settings/update sending.textSpendPerDay": onSetting("sending.textSpendPerDay", '"textPrice":1,'),
  "keys/rotate overlapSeconds": onKey,
  "webhooks/enable endpoint": { ...onParam("/storeadmin/v3/webhooks/enable", "endpoint"), found: 404 },
  "marketing/resume connection": { ...onParam("/storeadmin/v3/marketing/resume", "connection"), found: 404 },
  "webhooks/replay delivery": {
    ...onParam("/storeadmin/v3/webhooks/replay", "delivery", { endpoint: "1" }),
    found: 404,
  },
  "webhooks/replay fromNumber": {
    ...onParam("/storeadmin/v3/webhooks/replay", "fromNumber", { endpoint: "1" }),
    found: 404,
  },
  "webhooks/replay toNumber": {
    ...onParam("/storeadmin/v3/webhooks/replay", "toNumber", { endpoint: "1", fromNumber: "0" }),
    found: 404,
  },
  "template/restore version": {
    ...onParam("/storeadmin/v3/alerts/template/restore", "version", { topic: "backinstock" }),
    found: 404,
  },
  "update-ctx a.qty": onItem("update-ctx", "a", "qty"),
  "update-ctx a.pr": onItem("update-ctx", "a", "pr"),
  "update-ctx u.qty": onItem("update-ctx", "u", "qty"),
  "update-ctx a.price": onCustomItem("price"),
  "update-ctx a.compareAtPrice": onCustomItem("compareAtPrice"),
  "sfl/add items.qty": {
    ...onItem("sfl/add", "items", "qty"),
    send: ({ store, person }, text, nth) =>
      store.browser("/api/v3/lists/sfl/add", { ...person, items: `[${itemWith(nth + 1, "qty", text)}]` }),
  },
  "bispa products.qty": onSignUp("qty"),
  "bispa products.target": onSignUp("target"),
  "subscriptions products.qty": onBrowserSignUp("qty"),
  "subscriptions products.target": onBrowserSignUp("target"),
  "catalog/upsert pr": onVariant("pr"),
  "catalog/upsert compareAtPrice": onVariant("compareAtPrice"),
  "catalog/upsert stk": onVariant("stk"),
  "inventory/set quantity": onStock,
  "connectors/report event.lagMs": onConnector((text) => `"event":{"at":${AT},"lagMs":${text}}`),
  "connectors/report reconcile.checked": onConnector(
    (text) => `"reconcile":{"startedAt":${AT},"finishedAt":${AT},"checked":${text},"corrected":0}`,
  ),
  "connectors/report reconcile.corrected": onConnector(
    (text) => `"reconcile":{"startedAt":${AT},"finishedAt":${AT},"checked":1,"corrected":${text}}`,
  ),
  "fetch-list-contents limit": onParam("/api/v3/lists/fetch-list-contents", "limit", { lid: "" }),
  "fetch-list-contents offset": onParam("/api/v3/lists/fetch-list-contents", "offset", { lid: "" }),
  "fetch-list-with-contents limit": onParam("/api/v3/lists/fetch-list-with-contents", "limit", { lid: "" }),
  "fetch-list-with-contents offset": onParam("/api/v3/lists/fetch-list-with-contents", "offset", { lid: "" }),
  "sfl/fetch limit": onParam("/api/v3/lists/sfl/fetch", "limit"),
  "sfl/fetch offset": onParam("/api/v3/lists/sfl/fetch", "offset"),
  "fetch-subs limit": onParam("/api/v3/subscriptions/fetch-subs", "limit"),
  "fetch-subs offset": onParam("/api/v3/subscriptions/fetch-subs", "offset"),
  "reports threshold": onReports,
  "operator/pause hours": onOperator("pause", (store, text) => `{"store":"${store}","reason":"test","hours":${text}}`),
  "operator/events/replay event": onOperator(
    "events/replay",
    (_store, text) => `{"reader":"none","event":${inQuotes(text)}}`,
  ),
  "update st": onParam("/api/v3/lists/update", "st", { lid: "" }),
  "alerts/resume plan": { ...onParam("/storeadmin/v3/alerts/resume", "plan"), found: 404 },
  "senders/set smtp.port": onSmtp,
  "alerts/rehearse units": onParam("/storeadmin/v3/alerts/rehearse", "units", { epi: "1" }),
  "demand/advice units": onAdvice,
  "alerts/replay restocks": onReplay((text) => `"restocks":${text}`),
  "alerts/replay limit": onReplay((text) => `"limit":${text}`),
  "alerts/replay policy.perUnit": onPolicy("perUnit"),
  "alerts/replay policy.waveSize": onPolicy("waveSize"),
  "alerts/replay policy.waitSeconds": onPolicy("waitSeconds"),
  "alerts/replay policy.unitsMax": onPolicy("unitsMax"),
  "alerts/replay policy.offerMinutes": onPolicy("offerMinutes"),
};

async function aWorld(): Promise<World> {
  const store = await aStore(service, {
    scopes: ["admin"],
    settings: {
      lists: { customItems: true, itemsMax: 50_000 },
      sender: { name: "Shop", address: "hello@shop.example", isVerified: true },
    },
  });
  const { regid, sessionid } = await store.anAccount();
  const person = { regid, sessionid };
  const lid = await listsOf(store, person).create();
  good(await subscribeAs(store, anEmail(), [aProduct(1)]));
  return { store, lid, person };
}

const AT_ONCE = 32;

test.each(Object.entries(FIELDS))(
  "%s: any number is stored or refused with 400, and no neighbour is hurt",
  async (...row) => {
    const [, { send, neighbour, found = 200 }] = row;
    const world = await aWorld();
    const texts = [...NUMBERS, ...TEXTS];
    const wrong: string[] = [];
    let stored = 0;
    for (let from = 0; from < texts.length; from += AT_ONCE) {
      const answers = texts
        .slice(from, from + AT_ONCE)
        .flatMap((text, index) => [
          send(world, text, from + index).then((answer) => ({ text, answer, allowed: [found, 400] })),
          neighbour(world, from + index).then((answer) => ({ text: `beside ${text}`, answer, allowed: [200] })),
        ]);
      for (const { text, answer, allowed } of await Promise.all(answers)) {
        if (!allowed.includes(answer.status)) wrong.push(`${text}: ${answer.status} ${answer.text}`);
        if (answer.body.type === "invalid-value") wrong.push(`${text} reached the database: ${answer.text}`);
        if (allowed.length === 2 && answer.status === found) stored += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(stored).toBeGreaterThan(0); // otherwise the call was wrong for another reason
  },
);

test("stock that rises again and again counts up to the largest number a column holds", async () => {
  const { store } = await aWorld();
  const statuses = new Set<number>();
  let second = 0;
  for (const quantity of [1_000_000_000, 1, 1_000_000_000, 1, 1_000_000_000, 1, 1_000_000_000]) {
    second += 1;
    const occurredAt = new Date(Date.now() - 60_000 + second * 1_000).toISOString();
    const raw = JSON.stringify({ levels: [{ epi: 1, quantity, occurredAt }] });
    const answer = await store.admin("/storeadmin/v3/inventory/set", undefined, {
      raw,
      headers: { "content-type": "application/json" },
    });
    statuses.add(answer.status);
  }
  expect([...statuses]).toEqual([200]);
});

/** Names of numeric parameters in openapi.json. Items and products are JSON texts there, so their fields are not in it. */
test("every numeric parameter that openapi.json describes is in the table above", async () => {
  const openapi = JSON.parse(await readFile(new URL("../../../openapi.json", import.meta.url), "utf8")) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const numeric = new Set<string>();
  const visit = (schema: unknown, name: string) => {
    if (typeof schema !== "object" || schema === null) return;
    const { type, pattern, ...rest } = schema as { type?: unknown; pattern?: unknown };
    const isNumeric =
      type === "integer" ||
      type === "number" ||
      (typeof pattern === "string" && /^\^\(?(?:\[1-9\])?\\d\{/.test(pattern));
    if (isNumeric && !("enum" in rest) && !("const" in rest)) numeric.add(name); // not a switch
    for (const [key, value] of Object.entries(schema)) {
      if (key === "properties") for (const [field, of] of Object.entries(value as object)) visit(of, field);
      else if (typeof value === "object") visit(value, name);
    }
  };
  for (const methods of Object.values(openapi.paths))
    for (const call of Object.values(methods)) visit((call as { requestBody?: unknown }).requestBody, "");
  const tested = new Set(Object.keys(FIELDS).map((name) => name.split(/[ .]/).at(-1)));
  expect([...numeric].filter((name) => !tested.has(name))).toEqual([]);
  expect(numeric.size).toBeGreaterThan(4);
});
