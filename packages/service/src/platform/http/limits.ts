import { LRUCache } from "lru-cache";
import { systemClock } from "../clock.ts";
import { coalesce, type Outcome } from "../db/coalesce.ts";
import type { Log } from "../log.ts";
import { createWindows, WINDOWS_MAX, type Window } from "./windows.ts";

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
  /** Like `take`, but synchronous, because a promise would cost more than the count. Undefined when another process
   *  counts: Redis, or the parent. */
  takeLocally?: ((policy: Policy, who: string, calls?: number) => Verdict) | undefined;
  close(): Promise<void>;
};

const REDIS_BUDGET_MS = 50;
const USED_UP_MAX = 10_000;

/** `points` is the limit that was counted against: the whole policy, or this process's share of it. */
export type Consumed = { readonly consumed: number; readonly points: number; readonly msBeforeNext: number };
type Redis = ReturnType<typeof loadRedis>;
type LimitRequest = { policy: Policy; who: string; calls: number };

/** The processes that one parent started. The parent counts for all of them. */
export type Group = { readonly size: number; count(key: string, seconds: number, calls: number): Promise<Window> };

export function createLimits(options: {
  redisUrl: string | undefined;
  /** How many processes share a limit. */
  processes: number;
  group?: Group | undefined;
  log: Log;
  onFallback: () => void;
}): Limits {
  const redis = options.redisUrl ? loadRedis(options.redisUrl, options.log) : undefined;
  const count = createWindows({ max: WINDOWS_MAX, clock: systemClock });
  function countLocally(policy: Policy, who: string, calls: number): Consumed {
    const { used, msBeforeNext } = count(policyKey(policy, who), policy.seconds, calls);
    return { consumed: used, points: policy.points, msBeforeNext };
  }
  const takeLocally = (policy: Policy, who: string, calls = 1) => verdict(countLocally(policy, who, calls));

  const { group } = options;
  const usedUp = new LRUCache<string, { until: number }>({ max: USED_UP_MAX });
  /** Counts in the parent for all processes of the group. A window that is used up is remembered here, so that a flood of
   *  refused calls costs the parent nothing. While the parent does not answer, each process limits to its share. */
  async function countInGroup({ size, count: countInParent }: Group, policy: Policy, who: string, calls: number) {
    const { points, seconds } = policy;
    const key = policyKey(policy, who);
    const msLeft = (usedUp.get(key)?.until ?? 0) - systemClock();
    if (msLeft > 0) return { consumed: points + calls, points, msBeforeNext: msLeft };
    try {
      const { used, msBeforeNext } = await countInParent(key, seconds, calls);
      if (used >= points) usedUp.set(key, { until: systemClock() + msBeforeNext });
      return { consumed: used, points, msBeforeNext };
    } catch {
      options.onFallback();
      return countLocally(shareOf(policy, 1 / size), who, calls);
    }
  }

  const size = group?.size ?? 1;
  /** Counts in Redis for all processes together. While Redis is down, each process or group limits to its share. */
  async function countInRedis(connection: Redis, policy: Policy, who: string, calls: number): Promise<Consumed> {
    try {
      return await within(
        REDIS_BUDGET_MS,
        connection.then((connected) => {
          if (!connected) throw new Error("Redis is not used");
          return connected.count(policy, who, calls);
        }),
      );
    } catch {
      options.onFallback();
      const share = shareOf(policy, size / Math.max(size, options.processes));
      return group ? countInGroup(group, share, who, calls) : countLocally(share, who, calls);
    }
  }

  /** Redis counts the calls with the same key in one round trip. The earliest of them are allowed. */
  async function takeForMany(connection: Redis, requests: readonly LimitRequest[]): Promise<Outcome<Verdict>[]> {
    const groups = Map.groupBy(requests, ({ policy, who }) => policyKey(policy, who));
    const verdicts = new Map<LimitRequest, Outcome<Verdict>>();
    await Promise.all(
      [...groups.values()].map(async (members) => {
        const { policy, who } = members[0] as LimitRequest;
        const total = members.reduce((sum, { calls }) => sum + calls, 0);
        const window = await countInRedis(connection, policy, who, total);
        let consumed = window.consumed - total;
        for (const member of members) {
          consumed += member.calls;
          verdicts.set(member, { value: verdict({ ...window, consumed }) });
        }
      }),
    );
    return requests.map((request) => verdicts.get(request) as Outcome<Verdict>);
  }

  const takeInRedis =
    redis && coalesce((requests: readonly LimitRequest[]) => takeForMany(redis, requests), { inFlight: 2, max: 512 });
  return {
    async take(policy, who, calls = 1) {
      if (takeInRedis) return takeInRedis({ policy, who, calls });
      return group ? verdict(await countInGroup(group, policy, who, calls)) : takeLocally(policy, who, calls);
    },
    takeLocally: redis || group ? undefined : takeLocally,
    async close() {
      (await redis)?.close();
    },
  };
}

const shareOf = (policy: Policy, share: number): Policy => ({
  ...policy,
  points: Math.max(1, Math.ceil(policy.points * share)),
});

const policyKey = ({ name, points, seconds }: Policy, who: string) => `${name}:${points}:${seconds}:${who}`;

const verdict = ({ consumed, points, msBeforeNext }: Consumed): Verdict => ({
  allowed: consumed <= points,
  remaining: Math.max(0, points - consumed),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The client of Redis is loaded only where Redis is used: it has 500 files. Never rejects, because nobody may be waiting
 *  for it: without a client, calls are counted as while Redis is down. */
async function loadRedis(url: string, log: Log) {
  try {
    return (await import("./count-in-redis.ts")).connectToRedis(url, log);
  } catch (error) {
    log.error(
      { error },
      "Redis cannot be used: each process enforces its share of the limits until this process is restarted",
    );
    return undefined;
  }
}
