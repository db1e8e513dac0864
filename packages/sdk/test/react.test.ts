import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { KeepsakeContext, useLists, useNotifyMe, useSaved } from "../src/react/hooks.ts";
import { aBrowser, pathsOf } from "./fixtures/browser.ts";

const { aShop, bundle } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });
const product = { epi: 1, empi: 10, du: "https://shop.example/p/1" };

test("on a server without a client, hooks return their initial state", () => {
  function Page() {
    const { isSaved, isKnown } = useSaved(product);
    const { status, lists } = useLists();
    const notifyMe = useNotifyMe(product);
    return createElement(
      "p",
      null,
      JSON.stringify({ isSaved, isKnown, status, count: lists.length, notify: notifyMe.status }),
    );
  }
  const html = renderToString(createElement(KeepsakeContext.Provider, { value: undefined }, createElement(Page)));
  expect(html.replaceAll("&quot;", '"')).toBe(
    '<p>{"isSaved":false,"isKnown":false,"status":"idle","count":0,"notify":"idle"}</p>',
  );
});

test("in a browser, hooks hydrate the server's page, fetch all hearts in one call, save and sign up", async () => {
  const shop = await aShop({
    html: `<!doctype html><title>A shop</title><div id="root"></div><script type="module" src="/react-page.js" data-base="BASE" data-pid="PID"></script>`,
  });
  shop.pages.set("/react-page.js", await bundle("test/fixtures/react-page.ts"));
  const device = await shop.aDevice();
  const tab = await device.aTab();
  await tab.getByRole("button", { name: "Save 1" }).click();
  await tab.getByRole("button", { name: "Save 1", pressed: true }).waitFor();
  await tab.getByText("My Wishlist 1").waitFor();
  await tab.getByRole("button", { name: "Notify me" }).click();
  await tab.getByText("check-inbox").waitFor();
  expect(await tab.evaluate(() => (window as unknown as { hydrationErrors: unknown[] }).hydrationErrors)).toEqual([]);

  const next = await device.aTab();
  await next.getByRole("button", { name: "Save 1", pressed: true }).waitFor();
  expect(pathsOf(next).filter((path) => path === "lists/contains")).toHaveLength(1);
  await next.getByRole("button", { name: "Save 1" }).click();
  await next.getByText("My Wishlist 0").waitFor();
});
