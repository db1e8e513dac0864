import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { createRenderBudget, RenderBudgetSpent } from "./render-budget.ts";
import { createRenderer, type Renderer, TemplateProblem } from "./renderer.ts";
import { samplesOf } from "./samples.ts";

const [BUSY, SLOW, OTHER] = [1, 2, 3] as [StoreId, StoreId, StoreId];
const [facts] = samplesOf({ name: "A shop", settings: {} }, { topic: "backinstock", language: "en" });
const fast = { subject: "", html: "<p>{{ product.title }}</p>" };
/** Takes some tens of milliseconds, and breaks no limit. If a busy machine makes it break one all the same, it is blocked
 *  for a minute; then the next version of it is rendered. */
const slow = {
  subject: "",
  html: "{% for a in (1..20) %}{% for b in (1..1000) %}{% endfor %}{% endfor %}<p>{{ product.title }}</p>",
};
/** Takes a few milliseconds: too little to be charged for. */
const halfSlow = { subject: "", html: slow.html.replace("(1..20)", "(1..6)") };
let versions = 0;
const IN_FLIGHT = 10;
const SHARE_MAX = 0.1;
const ROUNDS_MAX = 3;

type Load = { readonly storeId: StoreId; readonly template: () => typeof fast };

/** Processor time of this process, its render thread included. */
const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Renders all loads at once, each with ten messages in flight as in a delivery. When its store has to wait, it waits.
 *  Returns how many messages each load rendered, and the processor time spent on it. What one load takes, another cannot
 *  use; unlike a rate, it does not depend on what else the machine does. */
async function renderAtOnce(renderer: Renderer, loads: readonly Load[], windowMs: number) {
  const until = AbortSignal.timeout(windowMs);
  let lastEnd = cpuNow();
  const renderOn = async ({ storeId, template }: Load, result: { count: number; cpuMs: number }) => {
    while (!until.aborted) {
      let isRendered = true;
      try {
        await renderer.render(storeId, template(), facts);
      } catch (error) {
        if (error instanceof RenderBudgetSpent) {
          await pause((error.retryAfterSeconds ?? 1) * 1_000, undefined, { signal: until }).catch(() => undefined);
          continue;
        }
        if (!(error instanceof TemplateProblem)) throw error;
        versions += 1;
        isRendered = false;
      }
      // The renderer works on one message at a time, and others are always waiting.
      const end = cpuNow();
      result.cpuMs += end - lastEnd;
      lastEnd = end;
      if (isRendered) result.count += 1;
    }
  };
  return Promise.all(
    loads.map(async (load) => {
      const result = { count: 0, cpuMs: 0 };
      await Promise.all(Array.from({ length: IN_FLIGHT }, () => renderOn(load, result)));
      return result;
    }),
  );
}

/** The share of the processor time that a slow template takes beside the busy store. */
async function measure(storeId: StoreId, template: typeof slow, windowMs: number) {
  const loads = [
    { storeId: BUSY, template: () => fast },
    { storeId, template: () => ({ ...template, subject: `Version ${versions}` }) },
  ];
  const [busy, slowOne] = await renderAtOnce(await aWarmRenderer(), loads, windowMs);
  if (!busy || !slowOne) throw new Error("Each load has a result");
  return { share: slowOne.cpuMs / (busy.cpuMs + slowOne.cpuMs), slowCount: slowOne.count };
}

async function aWarmRenderer() {
  const renderer = createRenderer();
  for (let n = 0; n < 20; n += 1)
    for (const template of [slow, halfSlow])
      await renderer.render(OTHER, { ...template, subject: String(n) }, facts).catch(() => undefined);
  for (let n = 0; n < 500; n += 1) await renderer.render(BUSY, fast, facts);
  return renderer;
}

test.each([
  { name: "slow", template: slow, windowMs: 6_000 },
  { name: "half slow", template: halfSlow, windowMs: 2_000 },
])(
  "a $name but legal template leaves another store nine tenths of the renderer's time, and is rendered too",
  async ({ template, windowMs }) => {
    let measured = await measure(SLOW, template, windowMs);
    // On a busy machine a small message costs several times its usual processor time, which makes a slow one less slow.
    for (let round = 1; round < ROUNDS_MAX && measured.share > SHARE_MAX; round += 1)
      measured = await measure(SLOW, template, windowMs);
    expect(measured.slowCount).toBeGreaterThan(0);
    expect(measured.share).toBeLessThanOrEqual(SHARE_MAX);
  },
);

test("control: the same template of the same store takes most of the time", async () => {
  const { share } = await measure(BUSY, slow, 2_000);
  expect(share).toBeGreaterThan(0.5);
});

test("stores take turns: one message of a store does not wait for a hundred of another", async () => {
  const renderer = await aWarmRenderer();
  const order: StoreId[] = [];
  const render = (storeId: StoreId) => renderer.render(storeId, fast, facts).then(() => order.push(storeId));
  const many = Array.from({ length: 100 }, () => render(BUSY));
  await Promise.all([...many, render(OTHER)]);
  expect(order.indexOf(OTHER)).toBeLessThan(4);
});

test("a store whose messages take ten times as long renders a hundredth as many, and owes nothing after a pause", () => {
  const budget = createRenderBudget(aClock().clock);
  const renderNext = () => {
    const storeId = budget.usedBy(SLOW) < budget.usedBy(BUSY) ? SLOW : BUSY;
    const cpuMs = storeId === SLOW ? 4 : 0.4;
    budget.begin(storeId);
    budget.charge(storeId, { ms: cpuMs, cpuMs });
    return storeId;
  };
  const turns = Array.from({ length: 10_100 }, renderNext);
  expect(Math.abs(turns.filter((storeId) => storeId === SLOW).length - 100)).toBeLessThanOrEqual(1);
  budget.charge(SLOW, { ms: 4, cpuMs: 4 });
  expect(budget.usedBy(SLOW)).toBeGreaterThan(budget.usedBy(OTHER));
  budget.levelOut();
  expect(budget.usedBy(SLOW)).toBe(budget.usedBy(OTHER));
});

test("a store is charged only while another renders, only for what is not usual, and may go on after a while", () => {
  const { clock, forward } = aClock();
  const budget = createRenderBudget(clock);
  const spend = (times: number, ms: number) => {
    for (let n = 0; n < times; n += 1) {
      budget.note(SLOW);
      budget.charge(SLOW, { ms, cpuMs: ms });
    }
    return budget.problemFor(SLOW)?.retryAfterSeconds;
  };
  expect(spend(100, 200)).toBeUndefined(); // alone
  budget.note(OTHER);
  expect(spend(1_000, 4)).toBeUndefined(); // as quick as usual
  expect(spend(5, 55)).toBeUndefined();
  expect(spend(1, 55)).toBe(5); // 300 ms beyond the usual
  expect(budget.problemFor(OTHER)).toBeUndefined();
  forward(900);
  expect(budget.problemFor(SLOW)?.message).toContain("Try again in 5 seconds");
  forward(200);
  expect(budget.problemFor(SLOW)).toBeUndefined(); // alone again
  budget.note(OTHER);
  expect(budget.problemFor(SLOW)).toBeInstanceOf(RenderBudgetSpent);
  forward(4_000);
  budget.note(OTHER);
  expect(budget.problemFor(SLOW)).toBeUndefined(); // 150 ms are saved up
});

test("a message that only a busy machine made slow costs nothing", () => {
  const { clock } = aClock();
  const budget = createRenderBudget(clock);
  budget.note(SLOW);
  budget.note(OTHER);
  for (let n = 0; n < 100; n += 1) budget.charge(SLOW, { ms: 500, cpuMs: 3 });
  expect(budget.problemFor(SLOW)).toBeUndefined();
});
