import { HINTS_PER_READ } from "./platform.ts";

type Pending = {
  readonly hints: Set<string>;
  /** When the oldest change behind them happened, as the platform dates it. */
  oldestChange: number;
  tries: number;
};

const HINTS_MAX = 2_000;
const SHOPS_MAX = 5_000;
const TRIES_MAX = 5;
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 30_000;

/**
 * Folds what webhooks name into few reads. A shop has one read at a time, and it begins `foldMs` after the first hint.
 * Hints live in memory. After a crash, or when there is no room for them, the next reconcile finds what they named.
 */
export function createHints({
  run,
  giveUp,
  foldMs = 300,
  parallel = 8,
  clock = Date.now,
}: {
  run(shop: string, hints: readonly string[], oldestChange: number): Promise<void>;
  /** Hints of the shop were lost. */
  giveUp(shop: string, error: unknown): void;
  foldMs?: number;
  parallel?: number;
  clock?: () => number;
}) {
  const shops = new Map<string, Pending>();
  const waiting = new Set<() => void>();
  const timers = new Set<NodeJS.Timeout>();
  const idle: (() => void)[] = [];
  let running = 0;
  let isStopped = false;

  function later(ms: number, begin: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      begin();
    }, ms);
    timers.add(timer);
  }

  async function work(shop: string, pending: Pending) {
    if (running >= parallel) await new Promise<void>((resolve) => waiting.add(resolve));
    else running += 1;
    const hints = [...pending.hints].slice(0, HINTS_PER_READ);
    const { oldestChange } = pending;
    for (const hint of hints) pending.hints.delete(hint);
    if (pending.hints.size === 0) pending.oldestChange = Number.POSITIVE_INFINITY;
    let pauseMs = 0;
    try {
      await run(shop, hints, oldestChange);
      pending.tries = 0;
    } catch (error) {
      pending.tries += 1;
      if (pending.tries >= TRIES_MAX) {
        shops.delete(shop);
        giveUp(shop, error);
      } else {
        for (const hint of hints) pending.hints.add(hint);
        pending.oldestChange = Math.min(pending.oldestChange, oldestChange);
        pauseMs = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (pending.tries - 1)) * (0.5 + Math.random());
      }
    }
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else running -= 1;
    if (pending.hints.size > 0 && shops.get(shop) === pending && !isStopped)
      later(pauseMs, () => void work(shop, pending));
    else if (shops.get(shop) === pending) shops.delete(shop);
    if (shops.size === 0) for (const resolve of idle.splice(0)) resolve();
  }

  return {
    /** Never waits and never throws. */
    add(shop: string, hints: readonly string[], changedAt = clock()): void {
      if (isStopped || hints.length === 0) return;
      const known = shops.get(shop);
      if (!known && shops.size >= SHOPS_MAX) return giveUp(shop, new Error("Too many shops have hints"));
      const pending = known ?? {
        hints: new Set<string>(),
        oldestChange: Number.POSITIVE_INFINITY,
        tries: 0,
      };
      if (pending.hints.size + hints.length > HINTS_MAX) return giveUp(shop, new Error("Too many hints of one shop"));
      for (const hint of hints) pending.hints.add(hint);
      pending.oldestChange = Math.min(pending.oldestChange, changedAt);
      if (known) return;
      shops.set(shop, pending);
      later(foldMs, () => void work(shop, pending));
    },

    /** Resolves when nothing is pending. */
    async drain(): Promise<void> {
      if (shops.size > 0) await new Promise<void>((resolve) => idle.push(resolve));
    },

    /** Gives up what has not begun: the platform was told that its webhooks arrived. */
    stop(): void {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      for (const shop of shops.keys()) giveUp(shop, new Error("The app is stopping"));
      shops.clear();
      for (const resolve of idle.splice(0)) resolve();
    },
  };
}
