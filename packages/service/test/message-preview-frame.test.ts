import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { getFreePort } from "../../../engines/get-free-port.ts";
import { escapeHtml } from "../src/platform/text/html.ts";
import { aMember } from "./fixtures/members.ts";
import { requestShared } from "./fixtures/request-shared.ts";
import { aService, aStore } from "./fixtures/service.ts";

const executablePath = await requestShared("chromium");
const port = await getFreePort();
const publicUrl = `http://localhost:${port}`;
const service = aService({ env: { KEEPSAKE_PUBLIC_URL: publicUrl } });
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  await service.http.listen({ port, host: "localhost" });
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(() => browser.close());

type Window = { getComputedStyle(element: unknown): { readonly color: string } };

const ACTION = `${publicUrl}/storeadmin/v3/alerts/template/preview-page`;
const source = `<mjml><mj-head><mj-style>h1 { color: #010203 } @media (prefers-color-scheme: dark) { h1 { color: #fafbfc } }</mj-style></mj-head><mj-body><mj-section><mj-column><mj-text><h1>{{ product.title }}</h1><a href="{{ links.unsubscribe }}">x</a></mj-text></mj-column></mj-section></mj-body></mjml>`;

/** The dashboard with a form that posts into a sandboxed frame, as its pages will have it. */
const dashboard = (fields: Record<string, string>) =>
  `<!doctype html><title>The dashboard</title><iframe sandbox="" name="preview"></iframe><form method="post" action="${ACTION}" target="preview">${Object.entries(
    fields,
  )
    .map(([name, value]) => `<textarea name="${name}">${escapeHtml(value)}</textarea>`)
    .join("")}<button>Show</button></form>`;

async function show(jar: ReadonlyMap<string, string>, at: string, fields: Record<string, string>) {
  const context = await browser.newContext({ colorScheme: "light" });
  await context.addCookies([...jar].map(([name, value]) => ({ name, value, url: publicUrl })));
  const page = await context.newPage();
  if (at.startsWith(publicUrl))
    await page.route(at, (route) => route.fulfill({ contentType: "text/html", body: dashboard(fields) }));
  await page.goto(at);
  const [response] = await Promise.all([page.waitForResponse(ACTION), page.getByRole("button").click()]);
  return { status: response.status(), sent: await response.request().allHeaders(), page };
}

test("a form of the dashboard shows the mail in a sandboxed frame, in dark mode when it asks for it", async () => {
  const { jar } = await aMember(service, await aStore(service), "manager");
  const fields = { topic: "backinstock", subject: "x", source };
  const colourOf = async (more: Record<string, string>) => {
    const { status, sent, page } = await show(jar, `${publicUrl}/dashboard`, { ...fields, ...more });
    expect([status, sent["origin"]]).toEqual([200, publicUrl]);
    const heading = page.frameLocator("iframe").locator("h1");
    expect(await heading.textContent()).toBe("Walking boots");
    return heading.evaluate((element) => (globalThis as unknown as Window).getComputedStyle(element).color);
  };
  expect(await colourOf({})).toBe("rgb(1, 2, 3)");
  expect(await colourOf({ dark: "1" })).toBe("rgb(250, 251, 252)");
});

test("the same form on another port of the host is refused, although the browser sends the session", async () => {
  const { jar } = await aMember(service, await aStore(service), "manager");
  const fields = { topic: "backinstock", subject: "x", source };
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(dashboard(fields)));
  await new Promise<void>((resolve) => void other.listen(0, "localhost", resolve));
  onTestFinished(() => void other.close());
  const { port: otherPort } = other.address() as AddressInfo;
  const { status, sent } = await show(jar, `http://localhost:${otherPort}/`, fields);
  expect([status, sent["cookie"]]).toEqual([403, expect.stringContaining("keepsake-session=")]);
});
