import { sharesUnits } from "../../subscriptions/topics.ts";
import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";
import type { LineAccess } from "./line-access.ts";
import { NOBODY, type Selected } from "./select-first.ts";
import { selectNewcomers } from "./select-newcomers.ts";
import { type Selection, selectNext, without } from "./select-next.ts";
import { selectReturned } from "./select-returned.ts";

/** Who was selected, and how far the line is read now; without `progress` it is read no further than before. */
export type WaveSelection = { readonly selected: Selected; readonly progress?: Selection["progress"] };

/** Whether the next wave takes the next people of the line whatever becomes of the last wave. */
export const notifiesAll = ({ isLineRead, policy: { audience, offer } }: Plan) =>
  audience === "all" && !offer && !isLineRead;

/** Selects first the people who came back into the line behind the plan's position, then the next people in the plan's order.
 *  Units that are left go to people who joined after the plan began. */
export async function selectPeople(
  line: LineAccess,
  plan: Plan,
  allowed: Allowance | "none",
  turn: string,
): Promise<WaveSelection> {
  if (allowed === "none") return { selected: NOBODY };
  const chunk = { wave: plan.waves + 1, turn };
  const mayReturn = sharesUnits(plan.topic) && !notifiesAll(plan);
  const returned = mayReturn ? await selectReturned(line, plan, allowed, chunk) : NOBODY;
  if (isUsedUp(allowed, returned)) return { selected: returned };
  const own = plan.isLineRead ? undefined : await selectNext(line, plan, without(allowed, returned), turn);
  const { people, units, progress } = own ?? NOBODY_OWN;
  // A draw must be over before the plan can tell whom it has passed: the next wave selects them.
  const isDrawing = mayReturn && plan.policy.order === "drawn" && !plan.isLineRead;
  const mayBeMore = isDrawing || (progress !== undefined && !progress.isLineRead);
  const selected = sum(returned, { people, units, mayBeMore });
  const read = progress ? { progress } : {};
  const left = (allowed.units ?? 0) - selected.units;
  if (selected.mayBeMore || left <= 0) return { selected, ...read };
  return { selected: sum(selected, await selectNewcomers(line, plan, { units: left }, chunk)), ...read };
}

const NOBODY_OWN = { people: 0, units: 0, progress: undefined };

const sum = (one: Selected, other: Selected): Selected => ({
  people: one.people + other.people,
  units: one.units + other.units,
  mayBeMore: one.mayBeMore || other.mayBeMore,
});

/** Whether a wave has selected all the people, or as many units, as it may. */
export const isUsedUp = (allowed: Allowance, { people, units }: Pick<Selected, "people" | "units">) =>
  people >= (allowed.people ?? Number.POSITIVE_INFINITY) || units >= (allowed.units ?? Number.POSITIVE_INFINITY);
