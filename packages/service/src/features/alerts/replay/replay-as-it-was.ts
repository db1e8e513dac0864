import type { SubscriptionId } from "../../../platform/ids.ts";
import { NO_WAVE } from "../plans/plan.ts";
import { allowance } from "../plans/policy.ts";
import { selectNewcomers } from "../selection/select-newcomers.ts";
import { selectPeople } from "../selection/select-people.ts";
import { createPace } from "./pace.ts";
import { type ChosenRange, PastLine } from "./past-line.ts";
import { beforeFirstWave, findRealRecipients, type LogEntry, type Notified, type PastRestock } from "./past-restock.ts";

type Wave = { readonly entry: LogEntry; readonly ranges: readonly ChosenRange[] };

export type ReplayAsItWas = {
  readonly recipients: ReadonlyMap<SubscriptionId, Notified>;
  /** Whom it selected, whether an alert reached them or not. */
  readonly selected: ReadonlySet<SubscriptionId>;
  /** What does not agree with what really happened; empty when the replay is exact. */
  readonly differences: readonly string[];
};

/** Replays a restock with the policy that was really used: at the times when the plan looked, it selects people by the same
 *  rules, from the line as it was then and with what the plan knew then. Whether an alert reached somebody is a fact. The
 *  result is exactly whom the plan notified, or the history is not complete. */
export async function replayAsItWas(restock: PastRestock, pace = createPace()): Promise<ReplayAsItWas> {
  const { people, log } = restock;
  let plan = beforeFirstWave(restock.plan);
  const line = new PastLine(people, plan, { isAsItWas: true });
  const differences: string[] = [];
  const waves: Wave[] = [];
  const selectedIn = new Map<SubscriptionId, { readonly entry: LogEntry }[]>();
  for (const entry of log) {
    if (entry.kind !== "selected" && entry.kind !== "soldOut") continue;
    await pace();
    plan = { ...plan, waves: Math.max(entry.wave - 1, plan.waves) };
    if (entry.kind === "soldOut") continue;
    line.moveTo(entry.at);
    const allowed = allowance(plan.policy, entry.stock, entry);
    if (entry.wave === NO_WAVE) {
      if (allowed !== "none") await selectNewcomers(line, plan, allowed, CHUNK);
    } else {
      const { progress } = await selectPeople(line, plan, allowed, CHUNK.turn);
      plan = { ...plan, ...progress };
    }
    const { selected, ranges } = line.takeSelected();
    const units = selected.reduce((sum, { wanted }) => sum + wanted, 0);
    if (selected.length !== entry.people || units !== entry.units)
      differences.push(
        `wave ${entry.wave} selected ${entry.people} people for ${entry.units} units, and the replay ${selected.length} for ${units}`,
      );
    for (const { person } of selected) selectedIn.set(person.id, [...(selectedIn.get(person.id) ?? []), { entry }]);
    waves.push({ entry, ranges });
  }

  /** A chunk is a range of the line. Someone whose offer of an older plan ends while it waits comes back into it, and is
   *  notified with it. */
  function findChunkOf(id: SubscriptionId, notifiedAt: number): Wave | undefined {
    const index = line.findIndex(id);
    const returnedAt = line.findReturn(id, notifiedAt);
    if (index === undefined || returnedAt === undefined) return undefined;
    return waves.findLast(
      ({ entry, ranges }) => entry.at < returnedAt && ranges.some(({ first, last }) => first <= index && index <= last),
    );
  }

  const recipients = new Map<SubscriptionId, Notified>();
  for (const [id, at] of findRealRecipients(restock)) {
    await pace();
    const wave = selectedIn.get(id)?.findLast(({ entry }) => entry.at <= at) ?? findChunkOf(id, at);
    if (wave) recipients.set(id, { wave: wave.entry.wave, at });
    else differences.push(`subscription ${id} was notified, and the replay does not select it`);
  }
  return { recipients, selected: new Set(selectedIn.keys()), differences };
}
const CHUNK = { wave: NO_WAVE, turn: "0" };
