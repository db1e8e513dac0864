import { expect, test } from "vitest";
import { aBrowser, type Tab } from "./fixtures/browser.ts";
import { CSP, hideStoredLists, pageOf, saveAs } from "./fixtures/elements.ts";
import { PAYLOADS } from "./fixtures/payloads.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

type Watched = { ran?: unknown; refused: string[] };

/** Records every violation of the content security policy: it shows that something tried to run. */
const watchPolicy = (tab: Pick<Tab, "addInitScript">) =>
  tab.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      refused.push(`${violatedDirective} ${blockedURI}`),
    );
  });
const NO_PROBLEMS = { ran: undefined, refused: [], foreign: [], addresses: [] };
const problemsIn = (tab: Tab) =>
  tab.evaluate(() => {
    const roots: ParentNode[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
    const inside = roots.slice(1);
    const { ran, refused } = window as unknown as Watched;
    return {
      ran,
      refused,
      foreign: inside.flatMap((root) =>
        Array.from(
          root.querySelectorAll(
            "script, iframe, object, embed, style, link, meta, base, template, [style], [onerror], [onload], [onfocus]",
          ),
          (one) => one.outerHTML,
        ),
      ),
      addresses: inside
        .flatMap((root) => Array.from(root.querySelectorAll("[href], [src], [action]")))
        .flatMap((one) => ["href", "src", "action"].map((name) => one.getAttribute(name)))
        .filter((address) => address !== null && !/^https?:/.test(address)),
    };
  });

test("the payload list has 200 different entries", () => expect(new Set(PAYLOADS).size).toBe(200));

test("hostile texts in lists and saved items run nothing and are shown as text", async () => {
  const shop = await aShop({
    html: pageOf(
      "<keepsake-lists cart></keepsake-lists><keepsake-drawer></keepsake-drawer><keepsake-saved-for-later></keepsake-saved-for-later>",
    ),
    headers: { "content-security-policy": CSP },
  });
  const hostile = PAYLOADS.map((text, index) => ({
    epi: text,
    empi: index,
    du: text.startsWith("javascript") || index % 2 ? text : `https://shop.example/?${text}`,
    iu: text,
    dt: text,
    vi: text,
    note: text,
    pr: index,
    qty: 1,
  }));
  const items = hostile.map((item, index) => ({ ...item, lid: `lid-${index}`, cts: 1 }));
  const device = await shop.aDevice();
  await saveAs(await device.aTab(), [{ epi: 1 }]);
  const tab = await device.aTab({
    before: async (page) => {
      await watchPolicy(page);
      await hideStoredLists(page);
      await page.route("**/api/v3/lists/update-ctx*", (route) =>
        route.fulfill({ json: { d: [] }, headers: { "access-control-allow-origin": "*" } }),
      );
      await page.route("**/api/v3/lists/fetch-lists*", (route) =>
        route.fulfill({
          json: [
            ...PAYLOADS.map((lname, index) => ({
              lid: `lid-${index}`,
              lname,
              lty: "wl",
              st: 1,
              cnt: 200,
              listcontents: index ? [] : items,
            })),
            { lid: "later", lname: "Later", lty: "sfl", st: 1, cnt: 200, listcontents: items },
          ],
          headers: { "access-control-allow-origin": "*" },
        }),
      );
    },
  });
  await tab
    .getByRole("link", { name: PAYLOADS[0] ?? "", exact: true })
    .first()
    .waitFor();
  const shown = await tab
    .locator("keepsake-lists")
    .evaluate((element) =>
      Array.from(element.shadowRoot?.querySelectorAll("[part~=item-title]") ?? [], (one) => one.textContent),
    );
  expect(shown).toEqual(PAYLOADS);
  await tab.locator("keepsake-saved-for-later").getByRole("listitem").nth(199).waitFor();
  expect(await problemsIn(tab)).toEqual(NO_PROBLEMS);

  // Notices and dialogs show the same texts.
  await tab
    .locator("keepsake-lists")
    .getByRole("button", { name: /^Remove/ })
    .first()
    .click();
  await tab.getByText(`${PAYLOADS[0]} removed`).waitFor();
  await tab.locator("keepsake-lists").getByRole("button", { name: /^Move/ }).first().click();
  await tab.getByRole("dialog").waitFor();
  expect(await problemsIn(tab)).toEqual(NO_PROBLEMS);
  await tab.keyboard.press("Escape");
  await tab.locator("keepsake-lists").getByRole("button", { name: "Delete" }).click();
  await tab.getByRole("dialog").waitFor();
  expect(await problemsIn(tab)).toEqual(NO_PROBLEMS);
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Saved", exact: true }).click();
  await tab.getByRole("dialog", { name: "Saved" }).getByRole("listitem").first().waitFor();
  expect(await problemsIn(tab)).toEqual(NO_PROBLEMS);
});

test("hostile texts in a shared list and in attributes run nothing", async () => {
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const everywhere = (text: string) =>
    ["epi", "empi", "du", "image", "title", "price", "variant", "currency", "medium", "email"]
      .map((name) => `${name}="${escape(text)}"`)
      .join(" ");
  const safe = 'du="https://shop.example/p"';
  const hearts = PAYLOADS.map(
    (text) =>
      `<keepsake-heart ${safe} ${everywhere(text).replace(/du="[^"]*"/, "")}></keepsake-heart><keepsake-heart ${everywhere(text)}></keepsake-heart>`,
  );
  const buttons = PAYLOADS.map(
    (text) =>
      `<keepsake-notify-me ${safe} ${everywhere(text).replace(/du="[^"]*"/, "")} texts="${escape(JSON.stringify({ notifyMe: text, notifyTitle: text, notifyConsent: text }))}"></keepsake-notify-me>`,
  );
  const shop = await aShop({
    html: pageOf(`<keepsake-shared-list lid="1" cart></keepsake-shared-list>${hearts.join("")}${buttons.join("")}`),
    headers: { "content-security-policy": CSP },
  });
  const items = PAYLOADS.map((text, index) => ({
    epi: text,
    empi: text,
    du: index % 2 ? text : "https://shop.example/p",
    iu: text,
    dt: text,
    vi: text,
    note: text,
  }));
  const device = await shop.aDevice();
  const cors = { "access-control-allow-origin": "*" };
  const tab = await device.aTab({
    before: async (page) => {
      await watchPolicy(page);
      await page.route("**/api/v3/lists/fetch-list-with-contents*", (route) =>
        route.fulfill({
          json: {
            list: { lid: "1", lname: PAYLOADS.join(" ") },
            items,
            userinfo: { fname: PAYLOADS.join(" ") },
            pagination: { totalcount: 200, next: null, limit: 48 },
          },
          headers: cors,
        }),
      );
    },
  });
  await tab.locator("keepsake-shared-list").getByRole("listitem").nth(199).waitFor();
  await tab
    .getByRole("button", { name: PAYLOADS[0] ?? "", exact: true })
    .first()
    .waitFor();
  expect(await problemsIn(tab)).toEqual(NO_PROBLEMS);
  for (const index of [0, 1, 7, 40, 81, 150, 199]) {
    await tab.locator("keepsake-notify-me").nth(index).getByRole("button").click();
    await tab.getByRole("dialog").waitFor();
    expect(await problemsIn(tab)).toEqual(NO_PROBLEMS);
    await tab.keyboard.press("Escape");
    await tab.getByRole("dialog").waitFor({ state: "detached" });
  }
});
