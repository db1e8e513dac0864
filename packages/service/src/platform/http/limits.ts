import { createClient } from "@redis/client";
import { LRUCache } from "lru-cache";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { systemClock } from "../clock.ts";
import { coalesce, type Outcome } from "../db/coalesce.ts";
import type { Log } from "../log.ts";
import { createWindows } from "./windows.ts";

/** At most `points` calls in a window of `seconds`. The name is public: the RateLimit headers carry it. `of` says in an
 *  error what is counted, where it is not requests. */
export type Policy = {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  readonly of?: string;
};

export type Verdict = { readonly allowed: boolean; readonly remaining: number; readonly resetSeconds: number };

export type Limits = {
  /** `calls`: how many calls this one counts as. */
  take(policy: Policy, who: string, calls?: number): Promise<Verdict>;
  /** Like `take`, but synchronous, because a promise would cost more than the count. Undefined when Redis counts. */
  takeLocally?: ((policy: Policy, who: string, calls?: number) => Verdict) | undefined;
  close(): Promise<void>;
};

const REDIS_BUDGET_MS = 50;
/** Stores set their own limits, so the number of different policies needs a bound. */
const POLICIES_MAX = 1_000;
const WINDOWS_MAX = 100_000;

/** `points` is the limit that was counted against: the whole policy, or this process's share of it. */
type Consumed = { readonly consumed: number; readonly points: number; readonly msBeforeNext: number };
type Consume = (key: string, points: number) => Promise<Consumed>;
type LimitRequest = { policy: Policy; who: string; calls: number };

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
    const { used, msBeforeNext } = count(policyKey(policy, who), policy.seconds, calls);
    return { consumed: used, points: policy.points, msBeforeNext };
  }
  const takeLocally = (policy: Policy, who: string, calls = 1) => verdict(countLocally(policy, who, calls));

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
    const groups = Map.groupBy(requests, ({ policy, who }) => policyKey(policy, who));
    const verdicts = new Map<LimitRequest, Outcome<Verdict>>();
    await Promise.all(
      [...groups.values()].map(async (members) => {
        const { policy, who } = members[0] as LimitRequest;
        const total = members.reduce((sum, { calls }) => sum + calls, 0);
        const window = await limiterOf(policy)(who, total);
        let consumed = window.consumed - total;
        for (const member of members) {
          consumed += member.calls;
          verdicts.set(member, { value: verdict({ ...window, consumed }) });
        }
      }),
    );
    return requests.map((request) => verdicts.get(request) as Outcome<Verdict>);
  }

  const takeFolded = coalesce(takeForMany, { inFlight: 2, max: 512 });
  return {
    take: async (policy, who, calls = 1) =>
      redis ? takeFolded({ policy, who, calls }) : takeLocally(policy, who, calls),
    takeLocally: redis ? undefined : takeLocally,
    async close() {
      redis?.destroy();
    },
  };
}

const policyKey = ({ name, points, seconds }: Policy, who: string) => `${name}:${points}:${seconds}:${who}`;

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
