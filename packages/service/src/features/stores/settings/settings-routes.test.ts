import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aMember } from "../../../../test/fixtures/members.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { ELEMENT_TEXT_NAMES } from "../../../platform/text/element-texts.ts";
import { RULE_GROUPS, StoreSettings } from "./settings.ts";

const service = aService();
const read = (store: TestStore) => store.admin("/storeadmin/v3/settings", undefined, { method: "GET" });
const update = (store: TestStore, json: unknown, headers = {}) =>
  store.admin("/storeadmin/v3/settings/update", undefined, { json, headers });
const own = () => aStore(service, { scopes: ["settings:read", "settings:write"] });

test("settings are read with their defaults, changed one by one, and reset with null", async () => {
  const store = await own();
  const { body, headers } = await read(store);
  expect(body["settings"]).toMatchObject({ origins: null, stock: { minimum: 1 }, alerts: { audience: "per-unit" } });
  expect(headers["etag"]).toBe(`"${String(body["version"])}"`);

  const changed = await update(store, {
    name: "Tarn",
    origins: ["https://tarn.example"],
    alerts: { color: "#25524d", perUnit: 2 },
    lists: { types: ["persistentcart"] },
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    name: "Tarn",
    settings: { origins: ["https://tarn.example"], alerts: { color: "#25524d", perUnit: 2, order: "oldest" } },
    own: expect.arrayContaining(["alerts.color", "alerts.perUnit", "lists.types", "origins"]),
  });
  expect((await store.record()).settings.alerts?.perUnit).toBe(2);

  const reset = await update(store, { alerts: { perUnit: null }, origins: null });
  expect(reset.body).toMatchObject({ settings: { origins: null, alerts: { color: "#25524d", perUnit: 1 } } });
  const wholeGroup = await update(store, { alerts: null });
  expect(wholeGroup.body).toMatchObject({ settings: { alerts: { perUnit: 1 } } });
  expect(wholeGroup.body["settings"]).not.toHaveProperty("alerts.color");
});

test("how long data about people is kept is set like other settings", async () => {
  const store = await own();
  expect((await read(store)).body["settings"]).toMatchObject({ privacy: { requestDays: 180 } });
  const set = await update(store, { privacy: { guestDays: 60, leftDays: 90 } });
  expect(set.body).toMatchObject({
    settings: { privacy: { guestDays: 60, leftDays: 90, requestDays: 180 } },
    own: ["privacy.leftDays", "privacy.guestDays"],
  });
  const reset = await update(store, { privacy: { guestDays: null } });
  expect(reset.body["settings"]).toMatchObject({ privacy: { leftDays: 90, requestDays: 180 } });
  expect(reset.body["settings"]).not.toHaveProperty("privacy.guestDays");
});

test("the logo and the steps of setting up are set and reset like other settings", async () => {
  const store = await own();
  expect((await read(store)).body["settings"]).toMatchObject({ setup: { skipped: [] } });
  const logo = "https://cdn.shop.example:8443/logo.png?v=2";
  const finishedAt = "2026-11-15T09:30:00.123Z";
  const set = await update(store, { shop: { logo }, setup: { skipped: ["script", "sender"], finishedAt } });
  expect(set.body["settings"]).toMatchObject({ shop: { logo }, setup: { skipped: ["script", "sender"], finishedAt } });
  const reset = await update(store, { shop: { logo: null }, setup: { skipped: [], finishedAt: null } });
  expect(reset.body["settings"]).toMatchObject({ setup: { skipped: [] } });
  expect(reset.body["settings"]).not.toHaveProperty("shop.logo");
  expect(reset.body["settings"]).not.toHaveProperty("setup.finishedAt");
});

test("the words of elements are set for one language at a time, and an empty word is the built-in one again", async () => {
  const store = await own();
  expect((await read(store)).body["settings"]).toMatchObject({ elements: {} });
  const german = { notifyMe: " Sag mir Bescheid ", saved: "Lieblinge", empty: "" };
  const set = await update(store, { elements: { de: german, fr: { saved: "Ma liste" } } });
  const kept = { notifyMe: "Sag mir Bescheid", saved: "Lieblinge" };
  expect(set.body).toMatchObject({ own: ["elements.de", "elements.fr"] });
  expect(set.body["settings"]).toHaveProperty("elements", { de: kept, fr: { saved: "Ma liste" } });

  const replaced = await update(store, { elements: { de: { lists: "Merkzettel" }, fr: { saved: " " } } });
  expect(replaced.body["settings"]).toHaveProperty("elements", { de: { lists: "Merkzettel" } });
  const reset = await update(store, { elements: { de: null } });
  expect(reset.body).toMatchObject({ own: [], settings: { elements: {} } });
});

test("words that the elements do not have, long ones and too many of them are refused", async () => {
  const store = await own();
  const allOf = (length: number) => Object.fromEntries(ELEMENT_TEXT_NAMES.map((name) => [name, "x".repeat(length)]));
  for (const [elements, text] of [
    [{ de: { notifyMee: "x" } }, "The elements have no word de.notifyMee. Did you mean notifyMe?"],
    [{ de: { __proto__x: "x" } }, "The elements have no word de.__proto__x."],
    [{ de: { saved: "x".repeat(201) } }, "elements.de.saved must be a text of at most 200 characters."],
    [{ de: { saved: 1 } }, "elements.de.saved must be a text of at most 200 characters."],
    [{ de: ["x"] }, "elements.de must be a JSON object."],
    [{ pl: {} }, "There is no setting elements.pl. Did you mean elements.en?"],
    [
      { en: allOf(100), de: allOf(100), fr: allOf(100) },
      "The words in elements must have at most 20000 characters, all languages together.",
    ],
  ] as const) {
    const { status, body } = await update(store, { elements });
    expect([status, body["type"], body["msg"]]).toEqual([400, "invalid-setting", text]);
  }
  expect((await update(store, { elements: { en: allOf(60), de: allOf(60), fr: allOf(60) } })).status).toBe(200);
  expect((await update(store, { elements: { en: allOf(200) } })).status).toBe(400); // with what is stored, they are too many
});

const NOT_AN_ORIGIN = (text: string) =>
  `origins: ${text} is not an origin as browsers send it, such as https://shop.example.`;

test("what is wrong is said in words, and nothing is changed", async () => {
  const store = await own();
  for (const [json, text] of [
    [{ alerts: { color: "red" } }, "alerts.color must look like #25524d."],
    [{ alerts: { colour: "#25524d" } }, "There is no setting alerts.colour. Did you mean alerts.color?"],
    [{ stock: { minimum: 0 } }, "stock.minimum must be a whole number from 1 to 1000000."],
    [{ alerts: { audience: "everyone" } }, "alerts.audience must be one of all, per-unit, waves."],
    [{ alerts: "all" }, "alerts must be a JSON object."],
    [{ nonsense: 1 }, "There is no setting nonsense."],
    [{ name: "" }, "name must have 1 to 200 characters."],
    [{}, "Send at least one setting."],
    [{ origins: "https://shop.example" }, "origins must be a list with up to 50 entries."],
    [{ origins: ["https://shop.example", "shop.example"] }, "origins.1 must look like https://shop.example."],
    [{ origins: ["https://Shop.example"] }, NOT_AN_ORIGIN("https://Shop.example")],
    [{ origins: ["https://shop.example:443"] }, NOT_AN_ORIGIN("https://shop.example:443")],
    [{ origins: ["https://shop.example?x"] }, NOT_AN_ORIGIN("https://shop.example?x")],
    [{ shop: { logo: "http://shop.example/logo.png" } }, "shop.logo must look like https://shop.example/logo.png."],
    [{ shop: { logo: 'https://shop.example/"onload=' } }, "shop.logo must look like https://shop.example/logo.png."],
    [{ shop: { logo: "https://a:b@shop.example/x" } }, "shop.logo must look like https://shop.example/logo.png."],
    [
      { shop: { logo: `https://shop.example/${"x".repeat(500)}` } },
      "shop.logo must look like https://shop.example/logo.png.",
    ],
    [{ setup: { skipped: ["everything"] } }, "setup.skipped.0 must be one of look, script, stock, sender, rehearsal."],
    [{ setup: { skipped: Array(6).fill("look") } }, "setup.skipped must be a list with up to 5 entries."],
    [{ setup: { finishedAt: "2026-13-15T09:30:00Z" } }, "setup.finishedAt must look like 2026-11-15T09:30:00Z."],
    [{ privacy: { guestDays: 1 } }, "privacy.guestDays must be a whole number from 30 to 3650."],
    [
      { sending: { textSpendPerDay: 5 } },
      "sending.textSpendPerDay limits nothing without a sending.textPrice of at least 0.0001. Set both, or neither.",
    ],
  ] as const) {
    const { status, body } = await update(store, json);
    expect([status, body["type"], body["msg"]]).toEqual([400, "invalid-setting", text]);
  }
  const { body } = await update(store, { limits: { key: { points: 1, seconds: 1 } } });
  expect(body["msg"]).toMatch(/^limits is a setting of the operator/);
  expect((await read(store)).body["own"]).toEqual([]);
});

test("openapi.json says in a sentence what each setting is", async () => {
  const openapi = JSON.parse(await readFile(new URL("../../../../../../openapi.json", import.meta.url), "utf8"));
  type Schema = { properties: Record<string, Schema>; anyOf?: Schema[]; description?: string };
  const { requestBody, responses } = openapi.paths["/storeadmin/v3/settings/update"].post;
  const sent: Schema = requestBody.content["application/json"].schema;
  const inEffect: Schema = responses["200"].content["application/json"].schema.properties.settings;
  const undescribed = [sent, inEffect].flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([key, schema]) => {
      const fields = schema.properties ?? schema.anyOf?.[0]?.properties ?? { "": schema };
      return Object.entries(fields).flatMap(([field, { description }]) => (description ? [] : [`${key}.${field}`]));
    }),
  );
  expect(undescribed).toEqual([]);
  expect(sent.properties).toHaveProperty("privacy");
});

test("with If-Match, of two people who read the same version only the first changes it", async () => {
  const store = await own();
  const etag = String((await read(store)).headers["etag"]);
  const answers = await Promise.all(
    [1, 2, 3, 4].map((perUnit) => update(store, { alerts: { perUnit } }, { "if-match": etag })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 412)?.body["type"]).toBe("changed-meanwhile");
  const again = String((await read(store)).headers["etag"]);
  expect((await update(store, { alerts: { perUnit: 5 } }, { "if-match": again })).status).toBe(200);
  expect((await update(store, { alerts: { perUnit: 6 } }, { "if-match": "*" })).status).toBe(200);
});

test("whatever is sent, the answer is 200 or 400, and the settings stay valid", async () => {
  const store = await own();
  const names = fc.constantFrom(...RULE_GROUPS, "origins", "sessionTtlDays", "name", "x");
  const fields = fc.constantFrom(
    ...RULE_GROUPS.flatMap((group) => Object.keys(StoreSettings.properties[group].properties)),
    "__proto__",
    "y",
  );
  const values = fc.jsonValue({ maxDepth: 2 });
  const body = fc.dictionary(names, fc.oneof(values, fc.dictionary(fields, values, { maxKeys: 3 })), { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(body, async (json) => {
      const { status } = await update(store, json);
      expect([200, 400]).toContain(status);
      expect((await read(store)).status).toBe(200);
    }),
    { numRuns: 60 },
  );
});

test("a viewer reads settings and topics, and changes none; a manager does, and the log names the settings", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const [viewer, manager] = [await aMember(service, store, "viewer"), await aMember(service, store, "manager")];
  const json = { alerts: { topics: ["preorder"] } };
  expect((await viewer.call("/storeadmin/v3/settings/update", { json })).status).toBe(403);
  expect((await manager.call("/storeadmin/v3/settings/update", { json })).status).toBe(200);
  const { body } = await viewer.call("/storeadmin/v3/topics");
  expect(body["topics"]).toContainEqual({ name: "preorder", builtIn: false, startedBy: null, sharesUnits: false });
  const log = await store.admin("/storeadmin/v3/audit", undefined, {
    method: "GET",
    query: { action: "settings.changed" },
  });
  expect(log.body["items"]).toMatchObject([{ actor: { id: manager.email }, details: { names: ["alerts.topics"] } }]);
});
