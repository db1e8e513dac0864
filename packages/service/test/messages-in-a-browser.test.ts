import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { previewFrame } from "../src/features/alerts/messages/preview-frame.ts";
import { rebuildHtml } from "../src/features/alerts/messages/rebuild-html.ts";
import { HOSTILE, hostileHtml, twistedHtml } from "./fixtures/hostile-html.ts";
import { requestShared } from "./fixtures/request-shared.ts";

const executablePath = await requestShared("chromium");
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(() => browser.close());

type Shown = { readonly ran: boolean; readonly tree: string };

/** Shows each document in a frame that may run scripts, and presses its link. Returns the tree that the browser built. */
async function show(documents: readonly string[]): Promise<Shown[]> {
  const page = await browser.newPage();
  try {
    await page.route("**", (route) =>
      route.request().url() === "https://mail.example/"
        ? route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Mails</title>" })
        : route.abort(),
    );
    await page.addInitScript("window.ran = () => { window.hasRun = true; }");
    await page.goto("https://mail.example/");
    return await page.evaluate<Shown[]>(`(${SHOW})(${JSON.stringify(documents)})`);
  } finally {
    await page.close();
  }
}

/** Runs in the browser. Errors of images and javascript links come as tasks of their own, so it waits for one more load. */
const SHOW = `async (sources) => {
  const treeOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
    if (node.nodeType === Node.COMMENT_NODE) return ["#comment", node.nodeValue];
    const attributes = Array.from(node.attributes ?? [], ({ name, value }) => name + "=" + value);
    return [node.nodeName.toLowerCase(), attributes, Array.from(node.childNodes, treeOf)];
  };
  const load = (html) => new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.addEventListener("load", () => resolve(frame));
    frame.srcdoc = html;
    document.body.append(frame);
  });
  const shown = [];
  for (const source of sources) {
    const { contentWindow: inside } = await load(source);
    const tree = JSON.stringify(Array.from(inside.document.childNodes).slice(1).map(treeOf));
    inside.document.querySelector("#press")?.click();
    await load("x");
    shown.push({ ran: inside.hasRun === true, tree });
    document.body.replaceChildren();
  }
  return shown;
}`;

/** The same description of the tree, from what the service understood. */
function understood(html: string) {
  const treeOf = (node: DefaultTreeAdapterTypes.ChildNode): unknown => {
    if ("value" in node) return node.value;
    if ("data" in node) return ["#comment", node.data];
    if (!("attrs" in node)) return [];
    return [node.nodeName, node.attrs.map(({ name, value }) => `${name}=${value}`), node.childNodes.map(treeOf)];
  };
  return JSON.stringify(parse(html, { scriptingEnabled: false }).childNodes.slice(1).map(treeOf));
}

test("without rebuilding, Chromium runs the scripts of most hostile documents", async () => {
  const shown = await show(HOSTILE.map(([, html]) => html));
  expect(shown.filter(({ ran }) => ran).length).toBeGreaterThan(20);
});

test("a rebuilt message runs no script in Chromium, and Chromium builds the tree that the service understood", async () => {
  const sources = [...HOSTILE.map(([, html]) => html), ...fc.sample(hostileHtml, 400), ...fc.sample(twistedHtml, 200)];
  const messages = sources.map((source) => rebuildHtml(source).html).filter(Boolean);
  expect(messages.length).toBeGreaterThan(100);
  const shown = await show(messages);
  expect(shown).toEqual(messages.map((html) => ({ ran: false, tree: understood(html) })));
});

test("the frame of a preview runs no script, even if the message was not rebuilt", async () => {
  const hostile = `<p>Hello</p>${HOSTILE.map(([, html]) => html).join("")}<script>parent.ran()</script>`;
  const { frame } = previewFrame({ subject: '"><script>ran()</script>', html: hostile });
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.route("**", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html>${frame}` }));
  await page.addInitScript("window.ran = () => { window.top.hasRun = true; }");
  await page.goto("https://dashboard.example/");
  expect(await page.evaluate("'hasRun' in window")).toBe(false);
  expect(await page.frames()[1]?.locator("p").first().textContent()).toBe("Hello");
  expect(refused.join()).toContain("sandboxed"); // the browser says that it refused to run them

  await page.setContent(frame.replace('sandbox=""', ""));
  await page.waitForFunction("'hasRun' in window");
});
