import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import type { Plan } from "../plans/plan.ts";
import { countRangesLeft, deleteChunks, deleteSuperseded, holdChunks, releaseChunks } from "./sql.ts";

/** Keeps the chunks of a paused plan out of the queue. */
export const holdChunksOf = async (tx: StoreTx, planId: PlanId): Promise<void> => void (await holdChunks(tx, planId));

/** Puts the chunks of a resumed plan into the queue again. */
export const releaseChunksOf = async (tx: StoreTx, planId: PlanId): Promise<void> =>
  void (await releaseChunks(tx, planId));

export const deleteChunksOf = async (tx: StoreTx, planId: PlanId): Promise<void> =>
  void (await deleteChunks(tx, planId));

/** Deletes the chunks of superseded plans, and returns whether a worker still delivers one. */
export const deleteSupersededChunks = (tx: StoreTx, line: Pick<Plan, "variantId" | "topic">): Promise<boolean> =>
  deleteSuperseded(tx, line);

/** How many chunks of a plan's waves are not delivered yet. */
export const countChunksLeft = (tx: StoreTx, planId: PlanId): Promise<number> => countRangesLeft(tx, planId);
