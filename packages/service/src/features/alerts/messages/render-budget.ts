import { LRUCache } from "lru-cache";
import type { Clock } from "../../../platform/clock.ts";
import { AppError } from "../../../platform/errors.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import type { StoreId } from "../../../platform/ids.ts";

/** Processor time that a message may take without being charged. Ordinary templates take less. */
const USUAL_MS = 5;
/** Every message counts as at least this long, so that a store with tiny messages does not keep the others waiting. */
const LEAST_MS = 0.1;
/** The average is over about so many messages, because the time of a single one is inexact and may include a garbage
 *  collection. */
const AVERAGED = 50;
/** Time beyond that in which a store may occupy the thread, per second, while other stores render: three hundredths. */
const MS_PER_SECOND = 30;
/** What a store can save up, and what it must have again before it goes on. */
const SAVED_MAX_MS = 300;
const RESUME_MS = 150;
/** Another store counts as rendering for so long after its last message. */
const ACTIVE_MS = 1_000;
const STORES_MAX = 1_000;

/** The store's templates are slow, and other stores come first for a while. Nothing is wrong with the message. */
export class RenderBudgetSpent extends AppError {
  constructor(seconds: number) {
    super("unavailable", "unavailable", REFUSALS.say("templates-slow", { seconds }), { retryAfterSeconds: seconds });
  }
}

/** Time of the render thread. A store with a slow template pays for it with its own waiting; alone, it pays nothing. */
export function createRenderBudget(clock: Clock) {
  type Account = { savedMs: number; at: number; isSpent: boolean; used: number; averageMs?: number };
  const accounts = new LRUCache<StoreId, Account>({ max: STORES_MAX });
  /** What the store that renders had used when it began. A store that was idle begins with as much: it can save nothing. */
  let usedBefore = 0;
  let usedMost = 0;
  /** The store that rendered last, and the last one before it that was another. */
  let last: { storeId: StoreId; at: number } | undefined;
  let before: typeof last;

  const isContended = (storeId: StoreId) => {
    const other = last?.storeId === storeId ? before : last;
    return other !== undefined && clock() - other.at < ACTIVE_MS;
  };

  function accountOf(storeId: StoreId) {
    const now = clock();
    const account = accounts.get(storeId) ?? { savedMs: SAVED_MAX_MS, at: now, isSpent: false, used: 0 };
    account.savedMs = Math.min(SAVED_MAX_MS, account.savedMs + ((now - account.at) / 1_000) * MS_PER_SECOND);
    account.at = now;
    if (account.savedMs >= RESUME_MS) account.isSpent = false;
    accounts.set(storeId, account);
    return account;
  }

  const usedBy = (storeId: StoreId) => Math.max(usedBefore, accounts.peek(storeId)?.used ?? 0);

  return {
    /** The store that has used least renders next. A message counts as the square of the store's average time: a store
     *  whose messages take ten times as long as another's renders a hundredth as many, in a tenth of the other's time. */
    usedBy,
    begin(storeId: StoreId) {
      usedBefore = usedBy(storeId);
    },
    /** To be called when no store waits: the next ones start level. */
    levelOut() {
      usedBefore = usedMost;
    },
    /** To be called when a store wants to render and when it has. */
    note(storeId: StoreId) {
      if (last?.storeId !== storeId) before = last;
      last = { storeId, at: clock() };
    },
    /** Undefined: the store may render now. */
    problemFor(storeId: StoreId): RenderBudgetSpent | undefined {
      const { isSpent, savedMs } = accountOf(storeId);
      if (!isSpent || !isContended(storeId)) return undefined;
      return new RenderBudgetSpent(Math.ceil((RESUME_MS - savedMs) / MS_PER_SECOND));
    },
    /** Whether a message is slow is told by its processor time, so that no store pays for a busy machine. A slow one is
     *  charged the time for which others had to wait. */
    charge(storeId: StoreId, { ms, cpuMs }: { readonly ms: number; readonly cpuMs: number }) {
      const account = accountOf(storeId);
      const counted = Math.min(Math.max(cpuMs, LEAST_MS), USUAL_MS);
      account.averageMs ??= counted;
      account.averageMs += (counted - account.averageMs) / AVERAGED;
      account.used = usedBy(storeId) + account.averageMs ** 2;
      usedMost = Math.max(usedMost, account.used);
      if (cpuMs <= USUAL_MS || !isContended(storeId)) return;
      account.savedMs -= Math.max(0, ms - USUAL_MS);
      if (account.savedMs <= 0) account.isSpent = true;
    },
  };
}
