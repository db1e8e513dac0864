import { createClient } from "@redis/client";
import { LRUCache } from "lru-cache";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { systemClock } from "../clock.ts";
import { coalesce, type Outcome } from "../db/coalesce.ts";
import type { Log } from "../log.ts";
import { createWindows } from "./windows.ts";

/** At most `points` calls in a window of `seconds`. The name is public: the RateLimit headers carry it. */
export type Policy = { readonly name: string; readonly points: number; readonly seconds: number };

export type Verdict = { readonly allowed: boolean; readonly remaining: number; readonly resetSeconds: number };

export type Limits = {
  take(policy: Policy, who: string): Promise<Verdict>;
  /** Like `take`, but synchronous, because a promise would cost more than the count. Undefined when Redis counts. */
  takeLocally?: ((policy: Policy, who: string) => Verdict) | undefined;
  close(): Promise<void>;
};

const REDIS_BUDGET_MS = 50;
/** Stores set their own limits, so the number of different policies needs a bound. */
const POLICIES_MAX = 1_000;
const WINDOWS_MAX = 100_000;

/** `points` is the limit that was counted against: the whole policy, or this process's share of it. */
type Consumed = { readonly consumed: number; readonly points: number; readonly msBeforeNext: number };
type Consume = (key: string, points: number) => Promise<Consumed>;
type LimitRequest = { policy: Policy; who: string };

export function createLimits(options: {
  redisUrl: string | undefined;
  processes: number;
  log: Log;
  onFallback: () => void;
}): Limits {
  const redis = options.redisUrl ? connect(options.redisUrl, options.log) : undefined;
  const limiters = new LRUCache<string, Consume>({ max: POLICIES_MAX });

  function limiterOf({ name, points, seconds }: Policy): Consume {
    const id = `${name}:${points}:${seconds}`;
    const limiter = limiters.get(id) ?? shared(id, points, seconds);
    limiters.set(id, limiter);
    return limiter;
  }

  const count = createWindows({ max: WINDOWS_MAX, clock: systemClock });
  function countLocally(policy: Policy, who: string, calls: number): Consumed {
    const { used, msBeforeNext } = count(policyKey({ policy, who }), policy.seconds, calls);
    return { consumed: used, points: policy.points, msBeforeNext };
  }
  const takeLocally = (policy: Policy, who: string) => verdict(countLocally(policy, who, 1));

  /** Counts in Redis for all processes together. While Redis is down, each process limits to its share. */
  const shared = (keyPrefix: string, points: number, duration: number): Consume => {
    const inRedis = new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: `keepsake:${keyPrefix}`,
      points,
      duration,
    });
    const share = {
      name: keyPrefix,
      points: Math.max(1, Math.ceil(points / options.processes)),
      seconds: duration,
    };
    return async (key, n) => {
      try {
        return toConsumed(await within(REDIS_BUDGET_MS, inRedis.consume(key, n).catch(asResult)), points);
      } catch {
        options.onFallback();
        return countLocally(share, key, n);
      }
    };
  };

  /** Redis counts the calls with the same key in one round trip. The earliest of them are allowed. */
  async function takeForMany(requests: readonly LimitRequest[]): Promise<Outcome<Verdict>[]> {
    const groups = Map.groupBy(requests.keys(), (index) => policyKey(requests[index] as LimitRequest));
    const verdicts: Outcome<Verdict>[] = [];
    await Promise.all(
      [...groups.values()].map(async (members) => {
        const { policy, who } = requests[members[0] as number] as LimitRequest;
        const window = await limiterOf(policy)(who, members.length);
        const before = window.consumed - members.length;
        members.forEach((index, place) => {
          verdicts[index] = { value: verdict({ ...window, consumed: before + place + 1 }) };
        });
      }),
    );
    return verdicts;
  }

  const takeFolded = coalesce(takeForMany, { inFlight: 2, max: 512 });
  return {
    take: async (policy, who) => (redis ? takeFolded({ policy, who }) : takeLocally(policy, who)),
    takeLocally: redis ? undefined : takeLocally,
    async close() {
      redis?.destroy();
    },
  };
}

const policyKey = ({ policy, who }: LimitRequest) => `${policy.name}:${policy.points}:${policy.seconds}:${who}`;

const toConsumed = ({ consumedPoints, msBeforeNext }: RateLimiterRes, points: number): Consumed => ({
  consumed: consumedPoints,
  points,
  msBeforeNext,
});

const verdict = ({ consumed, points, msBeforeNext }: Consumed): Verdict => ({
  allowed: consumed <= points,
  remaining: Math.max(0, points - consumed),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

/** The library rejects with its result when the window is used up; any other rejection is a failure. */
function asResult(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function connect(url: string, log: Log) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 1_000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2_000) },
  });
  let reported = false;
  client.on("error", (error: Error) => {
    if (!reported)
      log.warn({ error }, "Redis does not answer: each process enforces its share of the limits until Redis is back");
    reported = true;
  });
  client.on("ready", () => {
    if (reported) log.info("Redis is back: processes share their limits again");
    reported = false;
  });
  client.connect().catch(() => undefined); // reported above; the client keeps trying
  return client;
}
