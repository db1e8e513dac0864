import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { StoreId } from "../ids.ts";
import { createPace, type Pace } from "./pace.ts";
import type { SendOutcome } from "./send-outcome.ts";

/** How fast messages may be handed to one provider, for each store and for all stores together. */
export type SendRate = {
  /** Asks to send messages of a store. If `granted` is fewer than wanted, ask for the rest after `waitMs`. */
  take(storeId: StoreId, wanted: number): { readonly granted: number; readonly waitMs: number };
  report(storeId: StoreId, outcome: SendOutcome): void;
  /** For granted messages that are not sent after all. */
  giveBack(storeId: StoreId, count: number): void;
  /** How many messages the provider has answered by now, so that it cannot have been down. */
  countAnswered(): number;
};

const STORES_MAX = 10_000;
/** Longer than any pause that a provider may ask for. */
const FORGET_MS = 2 * 3_600_000;
const SHARED_MS = 10_000;

/** Each worker process finds the rate by itself: processes that share a provider's limit come to share it evenly enough. */
export function createSendRate({
  clock = () => performance.now(), // not the time of day: a clock that is set back would stop the sender
  perSecondMax,
}: {
  clock?: Clock;
  /** For all stores together. */
  perSecondMax?: number | undefined;
} = {}): SendRate {
  const ofAll = createPace(clock, perSecondMax);
  const ofStores = new LRUCache<StoreId, Pace>({
    max: STORES_MAX,
    ttl: FORGET_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now: clock },
    memoMethod: () => createPace(clock),
  });
  let last: { readonly storeId: StoreId; readonly at: number } | undefined;
  let beforeLast: typeof last;
  let answered = 0;

  /** A provider that throttles two stores limits the account, not one of its senders. */
  function isAccountThrottled(storeId: StoreId) {
    const at = clock();
    if (last?.storeId !== storeId) beforeLast = last;
    last = { storeId, at };
    return beforeLast !== undefined && at - beforeLast.at < SHARED_MS;
  }

  return {
    take(storeId, wanted) {
      const paces = [ofAll, ofStores.memo(storeId)];
      const available = paces.map((pace) => pace.available());
      const granted = Math.max(0, Math.min(wanted, ...available));
      paces.forEach((pace, n) => pace.take(granted, (available[n] ?? 0) < wanted));
      const waitMs = granted < wanted ? Math.max(1, ...paces.map((pace) => pace.waitMs())) : 0;
      return { granted, waitMs };
    },
    giveBack(storeId, count) {
      for (const pace of [ofAll, ofStores.memo(storeId)]) pace.giveBack(count);
    },
    report(storeId, outcome) {
      const ofStore = ofStores.memo(storeId);
      if (outcome.state === "throttled") {
        for (const pace of isAccountThrottled(storeId) ? [ofAll, ofStore] : [ofStore]) {
          if (outcome.retryAfterSeconds !== undefined) pace.pause(outcome.retryAfterSeconds);
          pace.report("throttled");
        }
      }
      // A refused address is an answer like any other. After an outage nothing is known about the rate.
      if (outcome.state === "sent" || outcome.state === "rejected") {
        answered += 1;
        for (const pace of [ofAll, ofStore]) pace.report("accepted");
      }
    },
    countAnswered: () => answered,
  };
}
