import { expect, test, vi } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { aService, aStore, type CallOptions, type TestStore } from "../../../../test/fixtures/service.ts";
import { elementTexts } from "../../../platform/text/element-texts.ts";

const { clock } = aClock();
const service = aService({ clock });

const read = (store: TestStore, lang?: string, options: CallOptions = {}) =>
  store.browser("/api/v3/elements", undefined, {
    ...options,
    method: "GET",
    query: { ...options.query, ...(lang === undefined ? {} : { lang }) },
  });
const update = (store: TestStore, json: unknown) => store.admin("/storeadmin/v3/settings/update", undefined, { json });

test("a page gets the colour and the words of its language: the merchant's own over the built-in ones", async () => {
  const words = { de: { notifyMe: "Sag mir Bescheid" }, en: { saved: "Favourites" } };
  const store = await aStore(service, { settings: { alerts: { color: "#25524d" }, elements: words } });
  const german = await read(store, "de-CH");
  expect(german.status).toBe(200);
  expect(german.body).toEqual({
    language: "de",
    color: "#25524d",
    texts: { ...elementTexts.de, notifyMe: "Sag mir Bescheid" },
  });
  expect((await read(store, "FR")).body["texts"]).toEqual(elementTexts.fr);
  // The script has the English ones.
  expect((await read(store, "en")).body["texts"]).toEqual({ saved: "Favourites" });
});

test("a page in another language gets the store's own, else English", async () => {
  const store = await aStore(service, { settings: { alerts: { language: "fr" } } });
  for (const lang of ["pl", "", undefined, "constructor"])
    expect((await read(store, lang)).body).toMatchObject({ language: "fr", color: null });
  const other = await aStore(service);
  expect((await read(other, "pl")).body).toEqual({ language: "en", color: null, texts: {} });
  expect((await read(other, "x".repeat(36))).status).toBe(400);
});

test("caches may keep the answer, and its ETag is answered with 304 until the words change", async () => {
  const store = await aStore(service, { scopes: ["settings:write"] });
  const origin = { origin: "https://shop.example" };
  const first = await read(store, "de", { headers: origin });
  const { etag } = first.headers as { etag: string };
  expect(first.headers).toMatchObject({
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
    "content-type": "application/json; charset=utf-8",
  });
  expect(first.headers).not.toHaveProperty("set-cookie");
  const same = await read(store, "de", { headers: { ...origin, "if-none-match": etag } });
  expect([same.status, same.text, same.headers["cache-control"]]).toEqual([304, "", "public, max-age=300"]);
  expect((await read(store, "fr", { headers: { "if-none-match": etag } })).status).toBe(200);

  await update(store, { elements: { de: { saved: "Lieblinge" } } });
  const changed = await read(store, "de", { headers: { "if-none-match": etag } });
  expect([changed.status, changed.body["texts"]]).toMatchObject([200, { saved: "Lieblinge" }]);
});

test("a store in memory is answered without a statement", async () => {
  const store = await aStore(service);
  await read(store, "de");
  const run = vi.spyOn(service.deps.db.hot, "run");
  for (const lang of ["de", "fr", "en", "pl"]) expect((await read(store, lang)).status).toBe(200);
  expect(run).not.toHaveBeenCalled();
  await read(await aStore(service), "de");
  expect(run, "so that it would be seen").toHaveBeenCalled();
  run.mockRestore();
});

test("an unknown store, another origin and too many calls are refused, and no cache keeps that", async () => {
  const store = await aStore(service, {
    settings: { origins: ["https://shop.example"], limits: { reader: { points: 2, seconds: 60 } } },
  });
  const refused = [
    await read(store, "de", { query: { pid: "unknownstore" } }),
    await read(store, "de", { headers: { origin: "https://elsewhere.example" } }),
  ];
  for (let calls = 0; calls < 3; calls += 1) refused.push(await read(store, "de", { from: "192.0.2.9" }));
  expect(refused.map(({ status }) => status)).toEqual([404, 403, 200, 200, 429]);
  const caching = refused.filter(({ status }) => status >= 400).map(({ headers }) => headers["cache-control"]);
  expect(caching).toEqual(["no-store", "no-store", "no-store"]);
});
