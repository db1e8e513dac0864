import type { FastifyReply } from "fastify";
import { AppError } from "../errors.ts";
import type { Limits, Policy } from "../limits.ts";

/** Counts the call and refuses it when the window is used up. The headers tell the caller where it stands either way. */
export async function enforce(limits: Limits, policy: Policy, who: string, reply: FastifyReply) {
  const { allowed, remaining, resetSeconds } = await limits.take(policy, who);
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
