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

  const recipients = new Map<SubscriptionId, Notified>();
  for (const [id, at] of findRealRecipients(restock)) {
    await pace();
    const wave = lastBefore(selectedIn.get(id) ?? [], at) ?? findRange(waves, line.findIndex(id), at);
    if (wave) recipients.set(id, { wave: wave.entry.wave, at });
    else differences.push(`subscription ${id} was notified, and the replay does not select it`);
  }
  return { recipients, differences };
}
const CHUNK = { wave: NO_WAVE, turn: "0" };

const lastBefore = <Of extends { readonly entry: LogEntry }>(all: readonly Of[], at: number) =>
  all.findLast(({ entry }) => entry.at <= at);

/** A chunk is a range of the line. Someone whose offer of an older plan ends while it waits comes back into it, and is
 *  notified with it. */
const findRange = (waves: readonly Wave[], index: number | undefined, at: number) =>
  index === undefined
    ? undefined
    : lastBefore(
        waves.filter(({ ranges }) => ranges.some(({ first, last }) => first <= index && index <= last)),
        at,
      );
