import { type BoundedCount, toBounded } from "../../../platform/bounded-count.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { countBefore, type LineBefore } from "./sql.ts";

/** Longer lines are not counted to their end. */
export const COUNTED_MAX = 20_000;
/** Nor are many lines that are long together: each gets an equal share. */
export const COUNTED_TOGETHER_MAX = 200_000;

/** How many people of each line joined it up to a place and still wait, in the order given. */
export async function countJoinedBefore(tx: StoreTx, lines: readonly LineBefore[]): Promise<readonly BoundedCount[]> {
  if (lines.length === 0) return [];
  const max = Math.min(COUNTED_MAX, Math.floor(COUNTED_TOGETHER_MAX / lines.length));
  return (await countBefore(tx, lines, max + 1)).map(({ people }) => toBounded(people, max));
}
