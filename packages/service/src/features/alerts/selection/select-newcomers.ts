import type { StoreTx } from "../../../platform/db/db.ts";
import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";
import { peopleMax, selectFirst } from "./select-first.ts";
import { findNewcomers } from "./sql.ts";

/** Selects people who joined the line after the plan was made, because more units came than its own people want. */
export const selectNewcomers = async (
  tx: StoreTx,
  plan: Plan,
  allowed: Allowance,
  chunk: { readonly wave: number; readonly turn: string },
) => selectFirst(tx, plan, await findNewcomers(tx, plan, peopleMax(allowed)), allowed, chunk);
