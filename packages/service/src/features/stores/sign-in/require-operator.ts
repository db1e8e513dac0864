import type { FastifyReply, FastifyRequest } from "fastify";
import type { HotDb } from "../../../platform/db/db.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import type { Actor } from "../access/caller.ts";
import type { RequireScope } from "../access/require-scope.ts";
import { operatorsOnly, stepUpNeeded } from "../members/errors.ts";
import { isOperator } from "../members/find-access.ts";
import { DEFAULT_LIMITS } from "../settings/settings.ts";
import type { MemberSessions } from "./member-sessions.ts";

const CALLS = { name: "operator", ...DEFAULT_LIMITS.key };

/** The hook that guards a route for operators of the installation: spread it into the route. Keys are refused, and so are
 *  members, whatever their role. */
export type RequireOperator = (options?: { readonly stepUp?: boolean }) => ReturnType<typeof guard>;

type Deps = {
  readonly hot: HotDb;
  readonly limits: Limits;
  readonly members: MemberSessions;
  readonly requireScope: RequireScope;
};

export const createRequireOperator =
  (deps: Deps): RequireOperator =>
  ({ stepUp = false } = {}) =>
    guard(deps, stepUp);

function guard({ hot, limits, members, requireScope }: Deps, stepUp: boolean) {
  const byKey = requireScope();
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    if (request.headers.authorization !== undefined) {
      await byKey.onRequest(request, reply);
      throw operatorsOnly();
    }
    const person = await members.identify(request, reply, { needsToken: true });
    await enforce(limits, CALLS, person.userId, reply);
    if (!(await isOperator(hot, person.email))) throw operatorsOnly();
    if (stepUp && !members.hasStepUp(request, person)) throw stepUpNeeded();
    request.person = person;
  }
  return { onRequest, config: { access: { scope: undefined, stepUp, session: true, operator: true } } };
}

/** The operator who makes the call. */
export function operatorOf({ person }: FastifyRequest): Actor {
  if (!person) throw new Error("This route is not guarded by requireOperator");
  return { kind: "operator", id: person.email, name: person.email };
}
