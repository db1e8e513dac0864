import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import type { Plan } from "../plans/plan.ts";
import { type Allowance, unitsMaxOf } from "../plans/policy.ts";
import { insertPeople } from "./sql.ts";

/** One statement selects this many people outside the plan's own part of the line at most. */
const PEOPLE_MAX = 500;
export const peopleMax = ({ people = PEOPLE_MAX }: Allowance) => Math.min(people, PEOPLE_MAX);

export type FirstSelected = {
  readonly people: number;
  readonly units: number;
  /** More people may be left than one statement selects. */
  readonly mayBeMore: boolean;
};

/** Selects the first of these people, while at least one unit is left. */
export async function selectFirst(
  tx: StoreTx,
  plan: Plan,
  people: readonly { readonly id: SubscriptionId; readonly place: string; readonly quantity: number }[],
  allowed: Allowance,
  chunk: { readonly wave: number; readonly turn: string },
): Promise<FirstSelected> {
  const chosen = [];
  let units = 0;
  for (const { id, place, quantity } of people) {
    const left = (allowed.units ?? Number.POSITIVE_INFINITY) - units;
    if (left <= 0) break;
    const wanted = Math.min(quantity, unitsMaxOf(plan.policy));
    chosen.push({ id, place, wanted, reserved: Math.min(wanted, left) });
    units += wanted;
  }
  if (chosen.length > 0) await insertPeople(tx, plan, chosen, chunk);
  return { people: chosen.length, units, mayBeMore: people.length === PEOPLE_MAX };
}
