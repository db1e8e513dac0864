import type { StoreTx } from "../../../platform/db/db.ts";
import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";
import { findNextInLine } from "./sql.ts";

/** How many people a wave would select, and the first `shown` of them. Changes nothing. */
export const previewNext = (
  tx: StoreTx,
  plan: Pick<Plan, "variantId" | "topic" | "policy">,
  allowed: Allowance,
  shown: number,
) => findNextInLine(tx, plan, allowed, shown);
