import type { Plan } from "../plans/plan.ts";
import { type Allowance, unitsMaxOf } from "../plans/policy.ts";
import type { ChunkKey, InLine, LineAccess } from "./line-access.ts";

/** One statement selects this many people outside the plan's own part of the line at most. */
const PEOPLE_MAX = 500;
export const peopleMax = ({ people = PEOPLE_MAX }: Allowance) => Math.min(people, PEOPLE_MAX);

/** `mayBeMore`: one run selects a bounded number of people, so the next one may find more. */
export type Selected = { readonly people: number; readonly units: number; readonly mayBeMore: boolean };

export const NOBODY: Selected = { people: 0, units: 0, mayBeMore: false };

/** Selects the first of these people, while at least one unit is left. */
export async function selectFirst(
  line: LineAccess,
  plan: Plan,
  people: readonly InLine[],
  allowed: Allowance,
  chunk: ChunkKey,
): Promise<Selected> {
  const chosen = [];
  let units = 0;
  for (const { id, place, quantity } of people) {
    const left = (allowed.units ?? Number.POSITIVE_INFINITY) - units;
    if (left <= 0) break;
    const wanted = Math.min(quantity, unitsMaxOf(plan.policy));
    chosen.push({ id, place, wanted, reserved: Math.min(wanted, left) });
    units += wanted;
  }
  if (chosen.length > 0) await line.choose(plan, chosen, chunk);
  return { people: chosen.length, units, mayBeMore: people.length === PEOPLE_MAX };
}
