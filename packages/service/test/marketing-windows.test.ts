import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { startMarketing } from "../src/features/marketing/start-marketing.ts";
import { type CreateTool, createTools } from "../src/features/marketing/tools/create-tool.ts";
import { withServiceLogin } from "./fixtures/database-url.ts";
import type { KlaviyoOptions } from "./fixtures/klaviyo.ts";
import {
  aMarketingShop,
  type MarketingShop,
  sendingDeps,
  someSignUps,
  someVariants,
  withKlaviyo,
} from "./fixtures/marketing.ts";
import { anEmail, type TestStore } from "./fixtures/service.ts";
import { TEST_SECRET } from "./fixtures/shared.ts";
import { good } from "./fixtures/shopper-lists.ts";
import { whenDone } from "./fixtures/when-done.ts";

// Klaviyo's windows are real in proportion: in the short form, all seconds are 50 ms, also those of our own limiter, leases and
// timeouts. The full form takes its time.
const FULL = process.env["KEEPSAKE_TESTS"] === "full";
const SECOND_MS = FULL ? 1_000 : 50;
const VARIANTS = 20;
const PEOPLE = 500;
const EVENTS = VARIANTS * PEOPLE;
/** So few events in a request that 10,000 need more requests than a minute has. */
const EVENTS_MAX = 50;
const TIMEOUT_MS = FULL ? 900_000 : 120_000;

async function aBusyShop(options: KlaviyoOptions = {}) {
  const shop = await aMarketingShop({ secondMs: SECOND_MS, eventsMax: EVENTS_MAX, ...options, hasClock: false });
  const store = await shop.aStore();
  const variants = await someVariants(store, VARIANTS);
  await withKlaviyo(store, shop.klaviyo);
  const people = Array.from({ length: PEOPLE }, anEmail);
  await someSignUps(shop.service, store, { people, variants });
  await shop.queue();
  return { ...shop, store, people };
}

/** A worker of this process. */
function startWorker(shop: MarketingShop, { createTool }: { createTool?: CreateTool } = {}) {
  const deps = sendingDeps(shop.service, { secondMs: SECOND_MS, ...(createTool ? { createTool } : {}) });
  const worker = startMarketing(deps, { pollMs: 25 });
  whenDone(() => worker.stop());
  return worker;
}

/** A worker in a process of its own. */
async function startProcess(shop: MarketingShop) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("fixtures/marketing-worker.ts", import.meta.url))], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      DATABASE_URL: withServiceLogin(shop.url),
      KEEPSAKE_SECRET: TEST_SECRET,
      KEEPSAKE_LOG_LEVEL: "silent",
      MARKETING_TEST: JSON.stringify({ secondMs: SECOND_MS, baseUrl: shop.klaviyo.url, eventsMax: EVENTS_MAX }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  whenDone(async () => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

const countsOf = async (store: TestStore) => {
  const { items } = good(await store.admin("/storeadmin/v3/marketing", undefined, { method: "GET" }));
  const [counts] = items as [
    Record<"waiting" | "sent" | "skipped" | "refused" | "dropped" | "erasuresWaiting", number>,
  ];
  return counts;
};
const isAllSent = (store: TestStore) =>
  waitFor(async () => {
    const { waiting, erasuresWaiting } = await countsOf(store);
    return waiting === 0 && erasuresWaiting === 0;
  }, TIMEOUT_MS);

/** Some requests fail: half of them after Klaviyo has taken the events. */
const trouble = (endpoint: string, nth: number) => {
  const nthOf = nth % (endpoint === "events" ? 100 : 20);
  return nthOf === 7 ? ("error" as const) : nthOf === 17 ? ("lost" as const) : undefined;
};

test(
  "10,000 events: none is lost or doubled, Klaviyo's windows are kept by two workers of which one is killed, and an erased person is gone there",
  async () => {
    let hung = false;
    const hang = (endpoint: string, nth: number) => {
      if (hung || nth < 40 || endpoint !== "event-bulk-create-jobs") return trouble(endpoint, nth);
      hung = true;
      return "hang" as const;
    };
    const shop = await aBusyShop({ trouble: hang, jobMs: SECOND_MS, deletionMs: 2 * SECOND_MS });
    const { store, klaviyo, people } = shop;
    const child = await startProcess(shop);
    expect(await waitFor(() => hung, TIMEOUT_MS)).toBe(true);
    startWorker(shop);
    child.kill("SIGKILL");
    const [erased = ""] = people;
    good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email: erased, confirm: "erase" } }));
    expect(await isAllSent(store)).toBe(true);
    await klaviyo.jobsDone();

    const counts = await countsOf(store);
    expect(counts).toMatchObject({ waiting: 0, refused: 0, dropped: 0 });
    expect(counts.sent + counts.skipped).toBe(EVENTS);
    const missing = people.filter((email) => email !== erased && klaviyo.profiles.get(email)?.events.size !== VARIANTS);
    expect(missing).toEqual([]);
    expect([klaviyo.profiles.has(erased), klaviyo.deleted]).toEqual([false, [erased]]);
    expect([klaviyo.countOf(500), klaviyo.countOf(503)].every((count) => count > 0)).toBe(true);
    // No request was too many. The windows were needed: more than one minute's requests were made.
    expect(klaviyo.countOf(429)).toBe(0);
    expect(klaviyo.peaks["event-bulk-create-jobs"]?.burst).toBeLessThanOrEqual(10);
    expect(klaviyo.peaks["event-bulk-create-jobs"]?.steady).toBeLessThanOrEqual(150);
    expect(klaviyo.asked.filter(({ endpoint }) => endpoint === "event-bulk-create-jobs").length).toBeGreaterThan(150);
  },
  TIMEOUT_MS,
);

test(
  "control: without the limiter, the same events go over the windows",
  async () => {
    const shop = await aBusyShop({ secondMs: 1_000 }); // so that also a slow machine is too fast
    const unlimited = { perSecond: 1_000_000, perMinute: 1_000_000 };
    const create = createTools(shop.tools);
    const createTool: CreateTool = (...args) => {
      const tool = create(...args);
      return {
        ...tool,
        windows: Object.fromEntries(Object.keys(tool.windows).map((endpoint) => [endpoint, unlimited])),
      };
    };
    startWorker(shop, { createTool });
    expect(await waitFor(() => shop.klaviyo.countOf(429) > 0, TIMEOUT_MS)).toBe(true);
  },
  TIMEOUT_MS,
);
