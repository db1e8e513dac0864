import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aMailServer } from "../../service/test/fixtures/mail-server.ts";
import { aStore, type TestStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";

const server = await aMailServer();
const { url, service, aMemberAt } = await aDashboard({
  KEEPSAKE_SMTP_URL: server.url,
  KEEPSAKE_MAIL_FROM: "Operator <operator@keepsake.example>",
  KEEPSAKE_ALLOW_LOOPBACK: "on",
});

const mjml = (inside: string) =>
  `<mjml><mj-head><mj-attributes><mj-all font-family="Arial" /></mj-attributes></mj-head>\n<mj-body><mj-section><mj-column><mj-text>\n${inside}\n<a href="{{ links.unsubscribe }}">Leave</a></mj-text></mj-column></mj-section></mj-body></mjml>`;
const editor = (page: Page, name: string | RegExp) =>
  page.getByRole("textbox", { name, exact: typeof name === "string" });
/** Replaces the text of an editor, as somebody does who selects all and pastes. */
async function write(page: Page, name: string | RegExp, text: string) {
  await editor(page, name).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.evaluate(
    `{ const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", ${JSON.stringify(text)}); document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })); }`,
  );
}
const shownMail = (page: Page) => page.frameLocator(".ks-preview iframe:not([data-waiting])");
/** A busy machine compiles for seconds. */
const inPreview = (page: Page, text: string) => shownMail(page).getByText(text).first().waitFor({ timeout: 30_000 });

const aShop = () => aStore(service, { scopes: ["alerts"] });
async function save(store: TestStore, subject: string, more: object = {}) {
  const json = { topic: "backinstock", subject, source: mjml(subject), ...more };
  const { status } = await store.admin("/storeadmin/v3/alerts/template", undefined, { json });
  expect(status).toBe(200);
}
const read = async (store: TestStore, locale = "en") => {
  const json = { topic: "backinstock", locale };
  return (await store.admin("/storeadmin/v3/alerts/template/fetch", undefined, { json })).body;
};

test("a manager changes, previews and test-sends a template", async () => {
  const store = await aShop();
  const { page, email, problems } = await aMemberAt(store, "manager");
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  await page.getByRole("row", { name: /Price drop.*English.*Our default/ }).waitFor();
  await looksRight(page, "messages");
  await page.getByRole("link", { name: "English: Back in stock" }).click();
  await inPreview(page, "Walking boots");
  await looksRight(page, "message");

  await write(page, "Subject", "It is back: {{ product.title }}");
  await write(page, /^Text \(MJML/, mjml("Hurry, {{ shop.name }} has it again"));
  await inPreview(page, "Hurry, A test's store has it again");
  await says(page, "It is back: Walking boots");
  await page.getByText("Phone", { exact: true }).click();
  await page.getByRole("switch", { name: "Dark mode" }).click();
  await expect
    .poll(() => shownMail(page).locator("meta[name=color-scheme]").first().getAttribute("content").catch(String))
    .toBe("dark");
  await page.getByText("Text", { exact: true }).click();
  await says(page, "Unsubscribe: https://");

  await press(page, "Send a test");
  await press(page, "Send");
  await says(page, `Sent to ${email}`);
  await looksRight(page, "message-test");
  await press(page, "Done");
  const mail = (await server.received()).find(({ recipients }) => recipients.includes(email));
  expect(mail?.mail).toMatchObject({ subject: "[Test] It is back: Walking boots" });

  await page.keyboard.press("ControlOrMeta+s");
  await says(page, "Saved as version 1");
  expect(await read(store)).toMatchObject({ own: true, version: 1, subject: "It is back: {{ product.title }}" });
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  await page.getByRole("row", { name: new RegExp(`Back in stock.*Your own, version 1.*${email}`) }).waitFor();
  expect(problems).toEqual([]);
});

test("an unknown variable is an error with a suggestion that one click applies", async () => {
  const { page, problems } = await aMemberAt(await aShop(), "manager");
  await page.goto(`${url}/dashboard/messages/backinstock`);
  await write(page, /^Text \(MJML/, mjml("Good: {{ product.title }}"));
  await inPreview(page, "Good: Walking boots");
  await write(page, /^Text \(MJML/, mjml("Bad: {{ product.titel }} and {{ product.price | upcas }}"));
  await says(page, "There is no variable product.titel. Did you mean product.title?");
  await press(page, "Line 3, column 49");
  expect(await page.evaluate("String(getSelection())")).toBe("upcas");
  expect(await page.locator(".cm-lintRange-error").count()).toBe(2);
  await inPreview(page, "Good: Walking boots");
  await looksRight(page, "message-mistakes");
  await press(page, "Use product.title");
  await press(page, "Use upcase");
  await inPreview(page, "Bad: Walking boots and");
  await says(page, "No mistakes");

  await editor(page, "Subject").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("{{ shop.na");
  await page.getByRole("option", { name: "shop.name" }).click();
  await expect.poll(() => editor(page, "Subject").textContent()).toMatch(/^\{\{ shop\.name ?\}\}$/);

  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(/^Text \(MJML/);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.closest('.cm-editor')"), "Tab leaves the editor").toBeNull();

  await page.getByRole("link", { name: "Demand" }).click();
  await press(page, "Stay here");
  expect(page.url()).toBe(`${url}/dashboard/messages/backinstock`);
  await page.getByRole("link", { name: "Demand" }).click();
  await press(page, "Leave without saving");
  await expect.poll(() => page.url()).toBe(`${url}/dashboard/demand`);
  expect(problems).toEqual([]);
});

test("a German member reads mistakes in German, also those that the compilers find", async () => {
  const { page, problems } = await aMemberAt(await aShop(), "manager", { locale: "de-DE" });
  await page.goto(`${url}/dashboard/messages/backinstock`);
  const mistakes = [
    "{{ product.titel }} {{ zzzzzz }}",
    "</mj-text><mj-foo /><mj-text colour='red' color='nocol'>",
    '{% if quantity %}<a href="javascript:x">x</a>',
  ];
  await write(page, /^Text \(MJML/, mjml(mistakes.join("\n")));
  await says(page, "Die Variable product.titel gibt es nicht. Meinten Sie product.title?");
  await says(page, /^Die Variable zzzzzz gibt es nicht\. Bekannt sind: /);
  await says(page, "Das Element mj-foo gibt es nicht");
  await says(page, "Das Attribut colour gibt es hier nicht");
  await says(page, "color: „nocol“ ist keine Farbe");
  await says(page, "Das Tag {% if quantity %} ist nicht geschlossen");
  await says(page, "Der Titel des Produkts");
  expect(await page.getByText(/The (title|name|link|text) of|There is no/).count()).toBe(0);
  await looksRight(page, "message-mistakes-german");
  await write(page, /^Text \(MJML/, mjml('<a href="javascript:x">x</a>'));
  await says(page, 'href="javascript:x": Links müssen mit https:// oder http:// beginnen');
  await write(page, /^Text \(MJML/, mjml("Hallo").replace(/<a .*<\/a>/, ""));
  await says(page, "Der Nachricht fehlt ein Link zum Abmelden.");
  expect(problems).toEqual([]);
});

test("preview frames run no script and have no origin", async () => {
  const { page, problems } = await aMemberAt(await aShop(), "manager");
  const attack = "try { top.hit = 1 } catch {} document.documentElement.dataset.ran = 1";
  // As if the service let a script through, and forgot its own policy.
  await page.route("**/preview-page", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<p>Attack</p><script>${attack}</script><img src="data:," onerror="${attack}"><svg onload="${attack}"></svg>`,
    }),
  );
  await page.goto(`${url}/dashboard/messages/backinstock`);
  await inPreview(page, "Attack");
  const frames = await page.locator(".ks-preview iframe").all();
  expect(await Promise.all(frames.map((frame) => frame.getAttribute("sandbox")))).toEqual(frames.map(() => ""));
  const inside = await shownMail(page).locator("html").evaluate("[self.origin, document.documentElement.dataset.ran]");
  expect(inside).toEqual(["null", undefined]);
  expect(await page.evaluate("window.hit")).toBeUndefined();
  expect(problems.filter((problem) => !/sandboxed/.test(problem))).toEqual([]);

  await page.unroute("**/preview-page");
  await write(page, /^Text \(MJML/, mjml("<script>alert(1)</script><img src='x' onerror='alert(1)'>"));
  await says(page, "<script> is not allowed");
});

test("a message goes back to an earlier version, and to our default", async () => {
  const store = await aShop();
  await save(store, "The first");
  await save(store, "The second");
  const { page, problems } = await aMemberAt(store, "manager");
  await page.goto(`${url}/dashboard/messages/backinstock`);
  await press(page, "Look at it: version 1");
  await page.getByRole("dialog").getByText("The first").first().waitFor();
  await press(page, "Use this version again");
  await says(page, "Version 1 is in use again, as version 3.");
  await expect.poll(() => editor(page, "Subject").textContent()).toBe("The first");
  expect(await read(store)).toMatchObject({ version: 3, subject: "The first" });

  await save(store, "A colleague's");
  await write(page, "Subject", "Mine");
  await press(page, "Save");
  await says(page, "Somebody has saved another version");
  await press(page, "Save mine as the newest");
  await says(page, "Saved as version 5");

  await press(page, "Return to our default");
  await page.getByLabel("Type “backinstock” to confirm").fill("backinstock");
  await page.getByRole("dialog").getByRole("button", { name: "Return to our default" }).click();
  await expect.poll(() => editor(page, "Subject").textContent()).toBe("{{ copy.subject }}");
  expect(await read(store)).toMatchObject({ own: false });
  expect(problems).toEqual([]);
});

test("a viewer reads messages, also in other languages, and changes nothing", async () => {
  const store = await aShop();
  await save(store, "Wieder da!", { locale: "de" });
  const { page, problems } = await aMemberAt(store, "viewer");
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  await page.getByRole("link", { name: "Deutsch: Back in stock" }).click();
  await says(page, "Your role may look at this, not change it.");
  await expect.poll(() => editor(page, "Subject").textContent()).toBe("Wieder da!");
  expect(await editor(page, "Subject").getAttribute("aria-readonly")).toBe("true");
  expect(await page.getByRole("button", { name: /Save|Send/ }).count()).toBe(0);
  await press(page, "Look at it: version 1");
  expect(await page.getByRole("button", { name: "Use this version again" }).count()).toBe(0);
  await press(page, "Close");
  await looksRight(page, "message-viewer");
  expect(problems).toEqual([]);
});
