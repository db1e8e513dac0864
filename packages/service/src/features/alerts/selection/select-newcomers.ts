import type { StoreTx } from "../../../platform/db/db.ts";
import type { Plan } from "../plans/plan.ts";
import { type Allowance, unitsMaxOf } from "../plans/policy.ts";
import { findNewcomers, insertPeople } from "./sql.ts";

/** One statement selects this many newcomers at most. */
const NEWCOMERS_MAX = 500;

/** Selects people who joined the line after the plan was made, because more units came than its own people want. */
export async function selectNewcomers(
  tx: StoreTx,
  plan: Plan,
  allowed: Allowance,
  chunk: { readonly wave: number; readonly turn: string },
): Promise<{ readonly people: number; readonly units: number }> {
  const newcomers = await findNewcomers(tx, plan, Math.min(allowed.people ?? NEWCOMERS_MAX, NEWCOMERS_MAX));
  const chosen = [];
  let units = 0;
  for (const { id, quantity } of newcomers) {
    const left = (allowed.units ?? Number.POSITIVE_INFINITY) - units;
    if (left <= 0) break;
    const wanted = Math.min(quantity, unitsMaxOf(plan.policy));
    chosen.push({ id, units: Math.min(wanted, left) });
    units += wanted;
  }
  if (chosen.length > 0) await insertPeople(tx, plan, chosen, chunk);
  return { people: chosen.length, units };
}
