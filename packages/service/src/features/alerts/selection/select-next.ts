import type { Position } from "../../subscriptions/line/range.ts";
import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";
import type { Cut, LineAccess } from "./line-access.ts";

/** People that one statement reads at most, so that a line of millions stays within the statement timeout. */
export const READ_MAX = 50_000;
/** When everyone is notified, the first part is smaller, so that the workers begin at once. */
export const READ_FIRST = 10_000;

/** Before the first and after the last position of any order. */
const BEFORE_ALL = "-9223372036854775807";
const AFTER_ALL = "9223372036854775807";

export type Selection = {
  readonly people: number;
  readonly units: number;
  /** How far the line is read now. */
  readonly progress: Pick<Plan, "next" | "lap" | "isLineRead">;
};

/** Selects the next people of a plan, as many as are allowed, and divides them into chunks. It reads a bounded part of the
 *  line: when that is not enough, the next call goes on. */
export async function selectNext(line: LineAccess, plan: Plan, allowed: Allowance, turn: string): Promise<Selection> {
  const next = plan.next ?? startOf(plan);
  const isDraw = plan.policy.order === "drawn";
  const ranksBelow = isDraw && plan.lap > 0 ? firstRankOf(plan.seed) : null;
  const readMax = readMaxOf(plan, allowed);
  const cut = await line.cut(plan, { next, ranksBelow, readMax }, allowed, turn);
  const { people, units } = cut;
  const isEnd = cut.read < readMax && people === cut.fitting;
  if (!isEnd || !isDraw || plan.lap > 0)
    return { people, units, progress: { next: reachedBy(cut) ?? next, lap: plan.lap, isLineRead: isEnd } };
  const secondLap = { ...plan, next: { at: BEFORE_ALL, id: "0" }, lap: 1 };
  const rest = await selectNext(line, secondLap, without(allowed, cut), String(BigInt(turn) + BigInt(cut.chunks)));
  return { people: people + rest.people, units: units + rest.units, progress: rest.progress };
}

/** Whether people of the plan are in line whom no wave has selected yet. */
export const isAnyoneLeft = async (line: LineAccess, plan: Plan): Promise<boolean> =>
  !plan.isLineRead && !(await selectNext(line, plan, { people: 0 }, NO_TURN)).progress.isLineRead;
const NO_TURN = "0";

/** How many people the statement reads. One more than it may select shows whether the line goes on. When a price decides who
 *  is selected, it may have to read any number. */
export function readMaxOf({ next, policy }: Pick<Plan, "next" | "policy">, { people, units }: Allowance): number {
  if (people === undefined && units === undefined) return next ? READ_MAX : READ_FIRST;
  const wanted = Math.min(people ?? READ_MAX, units ?? READ_MAX);
  return policy.price ? READ_MAX : Math.min(READ_MAX, Math.max(wanted, 0) + 1);
}

/** What is still allowed after some people were selected. */
export const without = (
  allowed: Allowance,
  { people, units }: { readonly people: number; readonly units: number },
): Allowance => ({
  ...(allowed.people === undefined ? {} : { people: allowed.people - people }),
  ...(allowed.units === undefined ? {} : { units: allowed.units - units }),
});

/** The last person selected. When everyone who was read is selected or does not fit, the last one read. */
const reachedBy = ({ people, fitting, lastChosen, lastRead }: Cut): Position | null =>
  people < fitting ? lastChosen : lastRead;

function startOf({ policy, seed }: Plan): Position {
  if (policy.order === "newest") return { at: AFTER_ALL, id: AFTER_ALL };
  return policy.order === "drawn" ? { at: String(firstRankOf(seed)), id: "-1" } : { at: BEFORE_ALL, id: "0" };
}

/** A draw begins at a rank that the plan's seed decides, so that each plan draws other people. */
export const firstRankOf = (seed: string) => Number.parseInt(seed.replaceAll("-", "").slice(0, 8), 16) | 0;
