import type { FastifyReply } from "fastify";
import { AppError } from "../errors.ts";
import type { Limits, Policy, Verdict } from "./limits.ts";

/** Counts the call and throws when the window is used up. Sets the RateLimit headers in both cases. */
export function enforce(limits: Limits, policy: Policy, who: string, reply: FastifyReply): void | Promise<void> {
  if (limits.takeLocally) return apply(policy, limits.takeLocally(policy, who), reply);
  return limits.take(policy, who).then((verdict) => apply(policy, verdict, reply));
}

function apply(policy: Policy, { allowed, remaining, resetSeconds }: Verdict, reply: FastifyReply) {
  reply.header("ratelimit-policy", `"${policy.name}";q=${policy.points};w=${policy.seconds}`);
  reply.header("ratelimit", `"${policy.name}";r=${remaining};t=${resetSeconds}`);
  if (!allowed) {
    throw new AppError(
      "too-many",
      "rate-limited",
      `More than ${policy.points} requests in ${policy.seconds} s. Wait ${resetSeconds} s and try again.`,
      {
        retryAfterSeconds: resetSeconds,
      },
    );
  }
}
