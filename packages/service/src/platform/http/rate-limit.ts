import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { Limits, Policy, Verdict } from "./limits.ts";
import { networksOf } from "./networks-of.ts";

/** Counts the call, as `calls` if given, and throws when the window is used up. Sets the RateLimit headers in both cases. */
export function enforce(
  limits: Limits,
  policy: Policy,
  who: string,
  reply: FastifyReply,
  calls = 1,
): void | Promise<void> {
  if (limits.takeLocally) return apply(policy, limits.takeLocally(policy, who, calls), reply);
  return limits.take(policy, who, calls).then((verdict) => apply(policy, verdict, reply));
}

/** Counts the call for the caller's IP address, or for its networks if it is IPv6. `scope` separates the windows of
 *  different stores. A call that its /64 refuses does not count for the /48, where others live. */
export async function enforceByIp(
  limits: Limits,
  policy: Policy,
  {
    request,
    reply,
    scope = "",
    calls = 1,
  }: { request: FastifyRequest; reply: FastifyReply; scope?: string | number; calls?: number },
): Promise<void> {
  const [own, ...wider] = networksOf(request.ip);
  if (own) await enforce(limits, policy, `${scope}:${own.name}`, reply, calls);
  for (const { name, times } of wider) {
    const whole = { ...policy, name: `${policy.name}-network`, points: policy.points * times };
    const verdict = await limits.take(whole, `${scope}:${name}`, calls);
    if (!verdict.allowed) apply(whole, verdict, reply);
  }
}

/** Limits every call of a scope by IP address. */
export function limitByIp(http: FastifyInstance, limits: Limits, policy: Policy) {
  http.addHook("onRequest", (request, reply) => enforceByIp(limits, policy, { request, reply }));
}

function apply(policy: Policy, { allowed, remaining, resetSeconds }: Verdict, reply: FastifyReply) {
  reply.header("ratelimit-policy", `"${policy.name}";q=${policy.points};w=${policy.seconds}`);
  reply.header("ratelimit", `"${policy.name}";r=${remaining};t=${resetSeconds}`);
  if (!allowed) {
    throw new AppError(
      "too-many",
      "rate-limited",
      `More than ${policy.points} ${policy.of ?? "requests"} in ${policy.seconds} s. Wait ${resetSeconds} s and try again.`,
      {
        retryAfterSeconds: resetSeconds,
      },
    );
  }
}
