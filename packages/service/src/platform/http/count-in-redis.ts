import { createClient } from "@redis/client";
import { LRUCache } from "lru-cache";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "../log.ts";
import type { Consumed, Policy } from "./limits.ts";

/** Stores set their own limits, so the number of different policies needs a bound. */
const POLICIES_MAX = 1_000;

/** Counts calls in Redis, for all processes together. It rejects while Redis is down. */
export function connectToRedis(url: string, log: Log) {
  const client = connect(url, log);
  const limiters = new LRUCache<string, RateLimiterRedis>({ max: POLICIES_MAX });

  function limiterOf({ name, points, seconds }: Policy): RateLimiterRedis {
    const id = `${name}:${points}:${seconds}`;
    const limiter =
      limiters.get(id) ??
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `keepsake:${id}`,
        points,
        duration: seconds,
      });
    limiters.set(id, limiter);
    return limiter;
  }

  return {
    async count(policy: Policy, who: string, calls: number): Promise<Consumed> {
      const { consumedPoints, msBeforeNext } = await limiterOf(policy).consume(who, calls).catch(asResult);
      return { consumed: consumedPoints, points: policy.points, msBeforeNext };
    },
    close: () => client.destroy(),
  };
}

/** The library rejects with its result when the window is used up; any other rejection is a failure. */
function asResult(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
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
