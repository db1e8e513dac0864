import type { StoreTx } from "../../../platform/db/db.ts";
import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";
import { type FirstSelected, peopleMax, selectFirst } from "./select-first.ts";
import { findReturned } from "./sql.ts";

/** Selects people who had an offer of an older plan when this plan passed their place, and who wait again. A draw that is
 *  not over may still come to them. */
export async function selectReturned(
  tx: StoreTx,
  plan: Plan,
  allowed: Allowance,
  chunk: { readonly wave: number; readonly turn: string },
): Promise<FirstSelected> {
  const { next, isLineRead, policy } = plan;
  if (!next || (policy.order === "drawn" && !isLineRead)) return { people: 0, units: 0, mayBeMore: false };
  return selectFirst(tx, plan, await findReturned(tx, { ...plan, next }, peopleMax(allowed)), allowed, chunk);
}
