import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { type Plan, WAVE_REASONS } from "./plan.ts";
import { type AlertPolicy, type Allowance, allowance } from "./policy.ts";
import {
  countChunksLeft,
  countReservedUnits,
  cutChunks,
  findDuePlans,
  insertWave,
  isWaitOver,
  lockPlan,
  lockReservedUnits,
  recordWave,
  SELECTED_MAX,
  type Selected,
  setPlanState,
} from "./sql.ts";
import { takeTurn } from "./take-turn.ts";

/** While chunks of the last wave are not delivered, the worker cannot know who is left. It checks the plan again after
 *  this time. */
const RECHECK_SECONDS = 1;
/** When everyone is notified anyway, the next wave starts while this many chunks are left, so that no worker idles. */
const CHUNKS_AHEAD = 50;

/** Starts the waves that are due, in every store. */
export async function runDueWaves(db: Db): Promise<void> {
  for (const { storeId, id } of await db.asWorker(findDuePlans)) {
    const turn = await takeTurn(db, storeId);
    await db.inStore(storeId, async (tx) => {
      const plan = await lockPlan(tx, id);
      if (!plan?.isDue) return; // another worker was faster, or the plan was paused
      const left = await countChunksLeft(tx, plan);
      const isDelivering = left.others > 0 || left.own > (plan.policy.audience === "all" ? CHUNKS_AHEAD : 0);
      if (isDelivering) await setPlanState(tx, id, "open", RECHECK_SECONDS);
      else await runWave(tx, plan, turn);
    });
  }
}

/** Counts the stock and selects as many people as the plan's policy allows for it. Everyone left keeps their place. */
async function runWave(tx: StoreTx, plan: Plan, turn: string) {
  const { policy, unitsSelected } = plan;
  const { offer } = policy;
  // With offers, a wave need not wait: an offer that ends starts the next one.
  const waitSeconds = offer ? 0 : policy.waitSeconds;
  if (offer) await lockReservedUnits(tx, plan.variantId);
  const stock = sharesUnits(plan.topic) ? await countStock(tx, plan.variantId) : undefined;
  if (stock && (!stock.isIn || stock.number !== plan.number)) {
    await insertWave(tx, plan, { units: stock.quantity, people: 0, reason: WAVE_REASONS.soldOut });
    await recordWave(tx, plan.id, 0);
    await setPlanState(tx, plan.id, "done", null);
    return;
  }
  const isOver = waitSeconds > 0 && (await isWaitOver(tx, plan.id, waitSeconds));
  const unitsReserved = offer ? await countReservedUnits(tx, plan.variantId) : 0;
  const allowed = allowance(policy, stock, { unitsSelected, isWaitOver: isOver, unitsReserved });
  const selected = allowed === "none" ? { people: 0, units: 0 } : await cutChunks(tx, plan, allowed, turn);
  await insertWave(tx, plan, {
    units: stock?.quantity ?? null,
    people: selected.people,
    reason: reasonOf(policy, allowed, selected),
  });
  await recordWave(tx, plan.id, selected.units);
  const isCutShort = policy.audience !== "waves" && selected.people === SELECTED_MAX;
  const hasNextWave =
    isCutShort ||
    (!offer && policy.audience === "waves" && selected.people > 0) ||
    (policy.audience === "per-unit" && waitSeconds > 0 && (selected.people > 0 || allowed === "none"));
  if (hasNextWave) await setPlanState(tx, plan.id, "open", isCutShort ? 0 : waitSeconds);
  else await setPlanState(tx, plan.id, "done", null);
  tx.wakeAfterCommit("alerts");
}

function reasonOf({ offer }: AlertPolicy, allowed: Allowance | "none", { people }: Selected): string {
  if (allowed === "none") return offer ? WAVE_REASONS.allReserved : WAVE_REASONS.noNewUnits;
  return people === 0 ? WAVE_REASONS.lineEmpty : WAVE_REASONS.nextInLine;
}
