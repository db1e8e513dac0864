import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, stock } from "./fixtures/alert-shop.ts";
import type { TestStore } from "./fixtures/service.ts";

const mjml = (text: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text} <a href="{{ links.unsubscribe }}">x</a></mj-text></mj-column></mj-section></mj-body></mjml>`;
const topic = "backinstock";
const shop = await anAlertShop();

const save = (store: TestStore, subject: string, more: object = {}) =>
  alertCall(store, "template", { topic, subject, source: mjml(subject), ...more });
const fetchMessage = (store: TestStore, more: object = {}) => alertCall(store, "template/fetch", { topic, ...more });
const read = async (store: TestStore, path: string, query: Record<string, string> = {}) => {
  const { body } = await store.admin(`/storeadmin/v3/alerts/${path}`, undefined, { method: "GET", query });
  return body;
};

/** The subject that a shopper with this locale gets. */
async function subjectFor(store: TestStore, locale: string | undefined) {
  const before = shop.handed.length;
  await aLine(store, 1, locale ? { locale } : {});
  await stock(store, 1);
  await shop.work();
  await stock(store, 0);
  expect(shop.handed.length).toBe(before + 1);
  return shop.handed.at(-1)?.mail.subject;
}

test("a shopper gets the message in their language, else in the store's, else our own", async () => {
  const store = await shop.aStore();
  expect(await subjectFor(store, "de-DE")).toMatch(/^Wieder da: /);
  await save(store, "In French", { locale: "fr" });
  expect(await subjectFor(store, "de-DE"), "French is not the store's language").toMatch(/^Wieder da: /);
  const other = await shop.aStore();
  await save(other, "In English");
  await save(other, "In German", { locale: "de" });
  expect(await subjectFor(other, "de-AT")).toBe("In German");
  expect(await subjectFor(other, "fr-FR")).toBe("In English");
  expect(await subjectFor(other, "it-IT")).toBe("In English");
  expect(await subjectFor(other, undefined)).toBe("In English");
});

test("the setting alerts.language says whom a message goes to that is in no shopper's own language", async () => {
  const store = await shop.aStore({ alerts: { language: "de" } });
  await save(store, "In German");
  await save(store, "In English", { locale: "en" });
  expect(await fetchMessage(store)).toMatchObject({ locale: "de", subject: "In German" });
  expect(await subjectFor(store, "it-IT")).toBe("In German");
  expect(await subjectFor(store, undefined)).toBe("In German");
  expect(await subjectFor(store, "en-IE")).toBe("In English");
});

test("without a message of its own, a shopper of unknown language gets ours in the store's", async () => {
  const store = await shop.aStore({ alerts: { language: "fr" } });
  expect(await subjectFor(store, undefined)).toMatch(/^De retour : /);
});

test("each language has its own versions, restores and resets", async () => {
  const store = await shop.aStore();
  await save(store, "One");
  await save(store, "Eins", { locale: "de" });
  expect(await save(store, "Zwei", { locale: "de" })).toMatchObject({ locale: "de", version: 2 });
  expect(await read(store, "template/versions", { topic, locale: "de" })).toMatchObject({
    locale: "de",
    versions: [{ subject: "Zwei" }, { subject: "Eins" }],
  });
  expect(await read(store, "template/versions", { topic })).toMatchObject({ versions: [{ subject: "One" }] });
  const restored = await alertCall(store, "template/restore", { topic, locale: "de", version: 1 });
  expect(restored).toMatchObject({ locale: "de", version: 3, preview: { subject: "Eins" } });
  const missing = { topic, version: "3" };
  expect(await store.admin("/storeadmin/v3/alerts/template/restore", missing)).toMatchObject({ status: 404 });
  const listed = (await read(store, "templates"))["templates"] as { topic: string }[];
  expect(listed.filter((one) => one.topic === topic)).toMatchObject([
    { locale: "en", version: 1 },
    { locale: "de", version: 3 },
  ]);
  expect(await alertCall(store, "template/reset", { topic, locale: "de" })).toMatchObject({ changed: true });
  expect(await fetchMessage(store, { locale: "de" })).toMatchObject({ own: false, version: 0, locale: "de" });
  expect(await fetchMessage(store)).toMatchObject({ own: true, subject: "One" });
});

test("a message from before there were languages counts as one in the store's language, until that is saved", async () => {
  const store = await shop.aStore();
  const row = [store.id, mjml("Old")];
  await shop.ask(
    "insert into templates (store_id, topic, subject, source, html, version) values ($1, 'backinstock', 'Old', $2, '<p>Old</p>', 4)",
    row,
  );
  await shop.ask(
    "insert into template_versions (store_id, topic, version, subject, source, saved_by) values ($1, 'backinstock', 4, 'Old', $2, 'x')",
    row,
  );
  expect(await subjectFor(store, "de-DE")).toBe("Old");
  expect(await fetchMessage(store)).toMatchObject({ own: true, locale: "en", subject: "Old", version: 4 });
  expect(await fetchMessage(store, { locale: "de" })).toMatchObject({ own: false });
  await shop.changeSettings(store, { alerts: { language: "de" } });
  expect(await fetchMessage(store)).toMatchObject({ own: true, locale: "de", subject: "Old", version: 4 });
  const json = { topic, locale: "de", subject: "Neu", source: mjml("Neu") };
  const stale = await store.admin("/storeadmin/v3/alerts/template", undefined, {
    json,
    headers: { "if-match": '"0"' },
  });
  expect(stale.status).toBe(412);
  expect(await save(store, "Neu", { locale: "de" })).toMatchObject({ version: 5 });
  expect(await read(store, "template/versions", { topic })).toMatchObject({
    versions: [{ version: 5 }, { version: 4, subject: "Old" }],
  });
  await shop.changeSettings(store, { alerts: { language: "fr" } });
  expect(await fetchMessage(store)).toMatchObject({ own: false, locale: "fr" });
});

test("a language that we do not have is refused with those that we have", async () => {
  const store = await shop.aStore();
  const json = { topic, locale: "tlh", subject: "x", source: mjml("x") };
  const { status, body } = await store.admin("/storeadmin/v3/alerts/template", undefined, { json });
  expect([status, body["type"], body["msg"]]).toEqual([400, "invalid-parameter", expect.stringMatching(/en, de.*fr/)]);
});
