import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, StoreId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { countChunksLeft, deleteSupersededChunks } from "../selection/chunk-queue.ts";
import { selectNewcomers } from "../selection/select-newcomers.ts";
import { selectNext, without } from "../selection/select-next.ts";
import { selectReturned } from "../selection/select-returned.ts";
import { takeTurn } from "../selection/take-turn.ts";
import { type Plan, WAVE_REASONS } from "./plan.ts";
import { type AlertPolicy, type Allowance, allowance, hasNextWave } from "./policy.ts";
import {
  backOff,
  countReservedUnits,
  deleteUnsentOffers,
  findDuePlans,
  insertWave,
  isWaitOver,
  lockDuePlan,
  lockReservedUnits,
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
    await db.inStore(storeId, (tx) => backOff(tx, id, "the next wave failed and is tried again: see the worker's log"));
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

/** Whether the next wave takes the next people of the line whatever becomes of the last wave. */
const notifiesAll = ({ isLineRead, policy: { audience, offer } }: Plan) => audience === "all" && !offer && !isLineRead;

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
  // With offers, a wave need not wait: an offer that ends starts the next one.
  const waitSeconds = offer ? 0 : policy.waitSeconds;
  if (offer) await lockReservedUnits(tx, plan.variantId);
  const stock = sharesUnits(plan.topic) && !policy.ignoresStock ? await countStock(tx, plan.variantId) : undefined;
  if (stock && (!stock.isIn || (plan.cause === "event" && stock.number !== plan.number))) {
    await insertWave(tx, plan, { units: stock.quantity, people: 0, reason: WAVE_REASONS.soldOut });
    await recordWave(tx, plan.id, 0);
    await setPlanState(tx, plan.id, "done", null);
    return;
  }
  const isOver = waitSeconds > 0 && (await isWaitOver(tx, plan.id, waitSeconds));
  const unitsReserved = offer ? await countReservedUnits(tx, plan.variantId) : 0;
  const allowed = allowance(policy, stock, { unitsSelected, isWaitOver: isOver, unitsReserved });
  const selected = await selectPeople(tx, plan, allowed, turn);
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

/** `mayBeMore`: one run selects a bounded number of people, so the next one may find more. */
type Selected = { readonly people: number; readonly units: number; readonly mayBeMore: boolean };

/** First come those who wait again where the plan has passed, then the next people of the plan. Units that they leave over
 *  go to those who joined the line later. */
async function selectPeople(tx: StoreTx, plan: Plan, allowed: Allowance | "none", turn: string): Promise<Selected> {
  if (allowed === "none") return NOBODY;
  const chunk = { wave: plan.waves + 1, turn };
  const mayReturn = sharesUnits(plan.topic) && !notifiesAll(plan);
  const returned = mayReturn ? await selectReturned(tx, plan, allowed, chunk) : NOBODY;
  if (isUsedUp(allowed, returned)) return returned;
  const own = plan.isLineRead ? NOBODY : await selectOwn(tx, plan, without(allowed, returned), turn);
  // A draw must be over before the plan can tell whom it has passed: the next wave selects them.
  const isDrawing = mayReturn && plan.policy.order === "drawn" && !plan.isLineRead;
  const selected = sum(returned, isDrawing ? { ...own, mayBeMore: true } : own);
  const left = (allowed.units ?? 0) - selected.units;
  if (selected.mayBeMore || left <= 0) return selected;
  return sum(selected, await selectNewcomers(tx, plan, { units: left }, chunk));
}

async function selectOwn(tx: StoreTx, plan: Plan, allowed: Allowance, turn: string): Promise<Selected> {
  const { people, units, progress } = await selectNext(tx, plan, allowed, turn);
  await setProgress(tx, plan.id, { ...progress, joinedUntil: plan.joinedUntil });
  return { people, units, mayBeMore: !progress.isLineRead };
}

const NOBODY: Selected = { people: 0, units: 0, mayBeMore: false };

const sum = (one: Selected, other: Selected): Selected => ({
  people: one.people + other.people,
  units: one.units + other.units,
  mayBeMore: one.mayBeMore || other.mayBeMore,
});

const isUsedUp = (allowed: Allowance, { people, units }: Pick<Selected, "people" | "units">) =>
  people >= (allowed.people ?? Number.POSITIVE_INFINITY) || units >= (allowed.units ?? Number.POSITIVE_INFINITY);

function reasonOf({ offer }: AlertPolicy, allowed: Allowance | "none", { people }: Selected): string {
  if (allowed === "none") return offer ? WAVE_REASONS.allReserved : WAVE_REASONS.noNewUnits;
  return people === 0 ? WAVE_REASONS.lineEmpty : WAVE_REASONS.nextInLine;
}
