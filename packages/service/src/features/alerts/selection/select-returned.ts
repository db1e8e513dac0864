import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";
import type { ChunkKey, LineAccess } from "./line-access.ts";
import { NOBODY, peopleMax, type Selected, selectFirst } from "./select-first.ts";

/** Selects people who had an offer of an older plan when this plan passed their place, and who wait again. A draw that is
 *  not over may still come to them. */
export async function selectReturned(
  line: LineAccess,
  plan: Plan,
  allowed: Allowance,
  chunk: ChunkKey,
): Promise<Selected> {
  const { next, isLineRead, policy } = plan;
  if (!next || (policy.order === "drawn" && !isLineRead)) return NOBODY;
  return selectFirst(line, plan, await line.findReturned({ ...plan, next }, peopleMax(allowed)), allowed, chunk);
}
