import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import {
  CUT_MAX,
  countHeld,
  countOut,
  cutChunks,
  findDuePlans,
  insertWave,
  isWaitOver,
  lockOffers,
  lockPlan,
  nextTurn,
  type Plan,
  recordWave,
  setPlanState,
} from "../sql.ts";
import { type AlertPolicy, allowance, BACK_IN_STOCK } from "./policy.ts";

/** While people of the last wave are being told, nobody knows yet who is left. */
const SOON_SECONDS = 1;
/** Where everybody is told anyway, the next are cut before the last of these chunks are gone, so that no worker idles. */
const AHEAD = 50;

/** Begins the waves that are due, in every store. */
export async function runDueWaves(db: Db): Promise<void> {
  for (const { storeId, id } of await db.asWorker(findDuePlans)) {
    const turn = await db.asWorker((tx) => nextTurn(tx, storeId));
    await db.inStore(storeId, async (tx) => {
      const plan = await lockPlan(tx, id);
      if (!plan?.isDue) return; // another worker was faster, or it was held
      const out = await countOut(tx, plan);
      const isBeingTold = out.others > 0 || out.own > (plan.policy.audience === "all" ? AHEAD : 0);
      if (isBeingTold) await setPlanState(tx, id, "open", SOON_SECONDS);
      else await runWave(tx, plan, turn);
    });
  }
}

/** Counts again what there is, and tells as many as that is for; whoever is left keeps their place. */
async function runWave(tx: StoreTx, plan: Plan, turn: string) {
  const { policy, told } = plan;
  const { offer } = policy;
  // What an offer holds is counted again where it ends: no wave waits for another.
  const waitSeconds = offer ? 0 : policy.waitSeconds;
  if (offer) await lockOffers(tx, plan.variantId);
  const stock = plan.topic === BACK_IN_STOCK ? await countStock(tx, plan.variantId) : undefined;
  if (stock && (!stock.isIn || stock.number !== plan.number)) {
    await insertWave(tx, plan, { units: stock.quantity, people: 0, reason: "sold out: those left keep their place" });
    await recordWave(tx, plan.id, 0);
    await setPlanState(tx, plan.id, "done", null);
    return;
  }
  const hadTheirTime = waitSeconds > 0 && (await isWaitOver(tx, plan.id, waitSeconds));
  const held = offer ? await countHeld(tx, plan.variantId) : 0;
  const allowed = allowance(policy, stock, { told, hadTheirTime, held });
  const cut = allowed === "none" ? { people: 0, units: 0 } : await cutChunks(tx, plan, allowed, turn);
  await insertWave(tx, plan, {
    units: stock?.quantity ?? null,
    people: cut.people,
    reason: reasonOf(policy, allowed, cut),
  });
  await recordWave(tx, plan.id, cut.units);
  const isCutShort = policy.audience !== "waves" && cut.people === CUT_MAX;
  const goesOn =
    isCutShort ||
    (!offer && policy.audience === "waves" && cut.people > 0) ||
    (policy.audience === "per-unit" && waitSeconds > 0 && (cut.people > 0 || allowed === "none"));
  await setPlanState(tx, plan.id, goesOn ? "open" : "done", goesOn ? (isCutShort ? 0 : waitSeconds) : null);
  tx.ringAfterCommit();
}

const reasonOf = ({ offer }: AlertPolicy, allowed: unknown, { people }: { people: number }) =>
  allowed === "none"
    ? offer
      ? "all there is is held"
      : "nothing new has come"
    : people === 0
      ? "nobody waits any more"
      : "the next in line";
