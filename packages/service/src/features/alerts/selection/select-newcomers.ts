import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";
import type { ChunkKey, LineAccess } from "./line-access.ts";
import { peopleMax, selectFirst } from "./select-first.ts";

/** Selects people who joined the line after the plan was made, because more units came than its own people want. */
export const selectNewcomers = async (line: LineAccess, plan: Plan, allowed: Allowance, chunk: ChunkKey) =>
  selectFirst(line, plan, await line.findNewcomers(plan, peopleMax(allowed)), allowed, chunk);
