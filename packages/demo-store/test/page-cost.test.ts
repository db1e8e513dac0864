import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { aDemo } from "./fixtures/demo.ts";

// Measures a product page with and without the script as Lighthouse does: CPU four times slower, slow 4G, empty cache.
// Requests, bytes and shifts are the same at every load; only the times need more of them.
const LOADS = process.env["KEEPSAKE_TESTS"] === "full" ? 3 : 1;
const LOAD_TIMEOUT_MS = 90_000;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** The files that a page asks for last: its icon, and with the script the words of the elements. Between two requests of a slow
 *  page the network can be idle for long, so an idle network alone does not mean that the page has loaded. */
const LAST_FILES = { shop: "/assets/icon.svg", script: "/api/v3/elements" };
const { aShop } = await aDemo();

type Cost = Record<"firstPaintMs" | "largestPaintMs" | "blockedMs" | "shift" | "requests" | "kilobytes", number>;

async function load(shop: Awaited<ReturnType<typeof aShop>>, isWithScript: boolean): Promise<Cost> {
  const context = await shop.aDevice();
  const page = await context.newPage();
  page.setDefaultTimeout(LOAD_TIMEOUT_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const addresses = new Map<string, string>();
  const finished: string[] = [];
  let bytes = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => addresses.set(requestId, request.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    finished.push(addresses.get(requestId) ?? "");
    bytes += encodedDataLength;
  });
  if (!isWithScript) await devtools.send("Network.setBlockedURLs", { urls: ["*/keepsake.js*"] });
  await page.addInitScript(`globalThis.seen = { largest: 0, shift: 0, blocked: 0 };
    const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch("largest-contentful-paint", ({ startTime }) => { seen.largest = startTime; });
    watch("layout-shift", ({ value }) => { seen.shift += value; });
    watch("longtask", ({ duration }) => { seen.blocked += duration - 50; });`);
  await page.goto("/p/fell-jacket", { waitUntil: "networkidle" });
  const lastFiles = isWithScript ? Object.values(LAST_FILES) : [LAST_FILES.shop];
  const isLoaded = async () =>
    lastFiles.every((file) => finished.some((address) => address.includes(file))) &&
    (await page.evaluate<boolean>(`performance.getEntriesByName("first-contentful-paint").length > 0 &&
      [...document.images].every((image) => image.complete)`));
  expect(await waitFor(isLoaded, LOAD_TIMEOUT_MS), `loaded: ${finished.join(", ")}`).toBe(true);
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate<Record<"first" | "largest" | "shift" | "blocked", number>>(
    `({ ...seen, first: performance.getEntriesByName("first-contentful-paint")[0].startTime })`,
  );
  return {
    firstPaintMs: seen.first,
    largestPaintMs: seen.largest,
    blockedMs: seen.blocked,
    shift: seen.shift,
    requests: finished.length,
    kilobytes: bytes / 1_000,
  };
}

const median = (costs: readonly Cost[], name: keyof Cost) =>
  costs.map((cost) => cost[name]).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;

test("the script adds at most four requests and 40 kB to a product page, and shifts nothing", async () => {
  const shop = await aShop();
  const without: Cost[] = [];
  const withScript: Cost[] = [];
  for (let n = 0; n < LOADS; n += 1) {
    without.push(await load(shop, false));
    withScript.push(await load(shop, true));
  }
  const names = Object.keys(without[0] ?? {}) as (keyof Cost)[];
  const figures = Object.fromEntries(
    names.map((name) => [
      name,
      [median(without, name), median(withScript, name)].map((n) => Math.round(n * 100) / 100),
    ]),
  ) as Record<keyof Cost, [without: number, withScript: number]>;
  console.log("page cost, without and with the script", JSON.stringify(figures));

  expect(figures.shift).toEqual([0, 0]);
  expect(figures.requests[1] - figures.requests[0]).toBeLessThanOrEqual(4);
  expect(figures.kilobytes[1] - figures.kilobytes[0]).toBeLessThan(40);
}, 300_000);
