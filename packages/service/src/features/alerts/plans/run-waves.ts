import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, StoreId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { countChunksLeft, deleteSupersededChunks } from "../selection/chunk-queue.ts";
import { lineOf } from "../selection/line-in-database.ts";
import type { Selected } from "../selection/select-first.ts";
import { isUsedUp, notifiesAll, selectPeople } from "../selection/select-people.ts";
import { takeTurn } from "../selection/take-turn.ts";
import { isRestock, type Plan, WAVE_REASONS } from "./plan.ts";
import { PLAN_REASONS } from "./plan-reasons.ts";
import { type AlertPolicy, type Allowance, allowance, hasNextWave } from "./policy.ts";
import {
  backOff,
  countReservedUnits,
  deleteUnsentOffers,
  findDuePlans,
  getTime,
  insertWave,
  isWaitOver,
  lockDuePlan,
  lockReservedUnits,
  logSelection,
  recordWave,
  setPlanState,
  setProgress,
  supersedeOlderPlans,
} from "./sql.ts";

/** While chunks of the last wave are not delivered, the worker checks the plan again after this time. */
const RECHECK_SECONDS = 1;
/** When everyone is notified anyway, the next wave starts while this many chunks are left, so that no worker idles: more
 *  than all workers deliver until the plan is checked again. */
const CHUNKS_AHEAD = 100;
const PLANS_AT_ONCE = 100;

/** Starts the waves that are due, in every store. A plan that fails is tried again later and delays no other. Returns
 *  whether it did anything, so that more may be due. */
export async function runDueWaves({ db, log }: { readonly db: Db; readonly log: Log }): Promise<boolean> {
  const due = await db.asWorker((tx) => findDuePlans(tx, PLANS_AT_ONCE));
  let hasRun = false;
  for (const { storeId, id } of due) {
    try {
      const turn = await takeTurn(db, storeId);
      if (await db.inStore(storeId, (tx) => continueWaves(tx, id, turn))) hasRun = true;
    } catch (error) {
      log.warn({ error, store: storeId, plan: id }, "The next wave of a plan failed: trying again later");
      await postponeFailed(db, storeId, id, log);
    }
  }
  return hasRun;
}

async function postponeFailed(db: Db, storeId: StoreId, id: PlanId, log: Log) {
  try {
    await db.inStore(storeId, (tx) => backOff(tx, id, PLAN_REASONS.say("wave-failed", {})));
  } catch (error) {
    log.warn({ error, store: storeId, plan: id }, "A plan that failed could not be postponed");
  }
}

async function continueWaves(tx: StoreTx, id: PlanId, turn: string): Promise<boolean> {
  const plan = await lockDuePlan(tx, id);
  if (!plan) return false; // another worker was faster, or the plan was paused
  if (await isLineTaken(tx, plan)) return true;
  const left = await countChunksLeft(tx, id);
  const isDelivering = left > (notifiesAll(plan) ? CHUNKS_AHEAD : 0);
  if (isDelivering) await setPlanState(tx, id, "open", RECHECK_SECONDS);
  else await runWave(tx, plan, turn);
  return true;
}

/** The first wave takes the line over from older plans. Returns whether one of them still delivers to it. */
async function isLineTaken(tx: StoreTx, plan: Plan): Promise<boolean> {
  if (plan.next) return false;
  for (const older of await supersedeOlderPlans(tx, plan)) await deleteUnsentOffers(tx, older.id, null);
  const isTaken = await deleteSupersededChunks(tx, plan);
  if (isTaken) await setPlanState(tx, plan.id, "open", RECHECK_SECONDS);
  return isTaken;
}

/** Counts the stock and selects as many people as the plan's policy allows for it. Everyone left keeps their place. */
async function runWave(tx: StoreTx, plan: Plan, turn: string) {
  const { policy, unitsSelected } = plan;
  const { offer } = policy;
  const wave = { wave: plan.waves + 1, unitsSelected };
  // With offers, a wave need not wait: an offer that ends starts the next one.
  const waitSeconds = offer ? 0 : policy.waitSeconds;
  if (offer) await lockReservedUnits(tx, plan.variantId);
  const at = isRestock(plan) ? await getTime(tx) : undefined;
  const stock = sharesUnits(plan.topic) && !policy.ignoresStock ? await countStock(tx, plan.variantId) : undefined;
  if (stock && (!stock.isIn || (plan.cause === "event" && stock.number !== plan.number))) {
    if (at) await logSelection(tx, plan.id, "soldOut", { ...wave, ...NOTHING_KNOWN, at, stock });
    await insertWave(tx, plan, { units: stock.quantity, people: 0, reason: WAVE_REASONS.soldOut });
    await recordWave(tx, plan.id, 0);
    await setPlanState(tx, plan.id, "done", null);
    return;
  }
  const known = {
    isWaitOver: waitSeconds > 0 && (await isWaitOver(tx, plan.id, waitSeconds)),
    unitsReserved: offer ? await countReservedUnits(tx, plan.variantId) : 0,
  };
  const allowed = allowance(policy, stock, { unitsSelected, ...known });
  const { selected, progress } = await selectPeople(lineOf(tx), plan, allowed, turn);
  if (progress) await setProgress(tx, plan.id, { ...progress, joinedUntil: plan.joinedUntil });
  if (at) await logSelection(tx, plan.id, "selected", { ...wave, ...known, ...selected, at, stock });
  const isCutShort = allowed !== "none" && selected.mayBeMore && !isUsedUp(allowed, selected);
  if (selected.people > 0 || !isCutShort) {
    await insertWave(tx, plan, {
      units: stock?.quantity ?? null,
      people: selected.people,
      reason: reasonOf(policy, allowed, selected),
    });
    await recordWave(tx, plan.id, selected.units);
  }
  if (isCutShort) await setPlanState(tx, plan.id, "open", 0);
  else if (hasNextWave(policy, allowed, selected.people)) await setPlanState(tx, plan.id, "open", waitSeconds);
  else await setPlanState(tx, plan.id, "done", null);
  tx.wakeAfterCommit("alerts");
}

const NOTHING_KNOWN = { unitsReserved: 0, isWaitOver: false, people: 0, units: 0 };

function reasonOf({ offer }: AlertPolicy, allowed: Allowance | "none", { people }: Selected): string {
  if (allowed === "none") return offer ? WAVE_REASONS.allOffered : WAVE_REASONS.noNewUnits;
  return people === 0 ? WAVE_REASONS.lineEmpty : WAVE_REASONS.nextInLine;
}
