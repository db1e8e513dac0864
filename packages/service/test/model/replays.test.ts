import { expect, test } from "vitest";
import { loadPeople, loadRestock } from "../../src/features/alerts/replay/load-restock.ts";
import type { PastPerson } from "../../src/features/alerts/replay/past-person.ts";
import type { PastRestock } from "../../src/features/alerts/replay/past-restock.ts";
import { replayAsItWas } from "../../src/features/alerts/replay/replay-as-it-was.ts";
import { findRestocks } from "../../src/features/alerts/replay/sql.ts";
import type { SubscriptionId } from "../../src/platform/ids.ts";
import type { TestStore } from "../fixtures/service.ts";
import { sequences } from "./alert-model.ts";
import { type Ask, alertWorlds } from "./alert-worlds.ts";
import { findFailure, partsOf, playInLanes } from "./run-model.ts";

const FULL = 5_000;
const PARTS = partsOf({ short: 300, full: FULL, partSize: FULL, seed: 1 });
const LANES = 3;
const BATCH = 150;
/** So many restocks that notified somebody come from 300 sequences at least. */
const RESTOCKS_MIN = 200;
/** So many restocks whose replay differs are to be expected in each control. */
const DIFFERENT_MIN = 5;

type Change = (restock: PastRestock) => PastRestock;
const ofPeople =
  (change: (person: PastPerson) => PastPerson): Change =>
  (restock) => ({ ...restock, people: restock.people.map(change) });

/** Each leaves out something that a replay has to know. Facts that matter more rarely have a control in replay.test.ts. */
const WITHOUT: Readonly<Record<string, Change>> = {
  "the order of the draw": ofPeople((person) => ({ ...person, rank: -person.rank })),
  "whether the wait was over": (restock) => ({
    ...restock,
    log: restock.log.map((entry) => ({ ...entry, isWaitOver: false })),
  }),
  "who left the line": ofPeople((person) => ({
    ...person,
    events: person.events.filter(({ kind, planId }) => kind !== "left" || planId !== null),
  })),
};

const isSame = (one: ReadonlySet<SubscriptionId>, other: ReadonlyMap<SubscriptionId, unknown>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** What a restock had: its policy, and what happened in it. */
const featuresOf = ({ plan: { id, policy }, log, people }: PastRestock): string[] => {
  const deliveries = people.flatMap(({ deliveries: of }) => of.get(id) ?? []);
  const first = log[0]?.at ?? 0;
  const has: Readonly<Record<string, boolean>> = {
    [`${policy.offer ? "offers" : policy.audience} ${policy.order}`]: true,
    "several waves": new Set(log.flatMap(({ wave, people: many }) => (many > 0 && wave > 0 ? [wave] : []))).size > 1,
    "a late confirmation": log.some(({ kind, wave, people: many }) => kind === "selected" && wave === 0 && many > 0),
    "a pause": log.some(({ kind }) => kind === "paused"),
    "a bounce": deliveries.some(({ hasFailed }) => hasFailed),
    "somebody who left": people.some(({ ends }) => ends.some(({ at }) => at > first)),
    "somebody whose offer ended": people.some(({ events }) =>
      events.some(({ kind, at }) => kind === "returned" && at > first),
    ),
    "the next restock": log.some(({ kind }) => kind === "superseded"),
  };
  return Object.keys(has).filter((feature) => has[feature]);
};
const POLICIES = ["offers", "all", "per-unit", "waves"].flatMap((audience) =>
  ["oldest", "newest", "drawn"].map((order) => `${audience} ${order}`),
);
const EVENTS = [
  "several waves",
  "a late confirmation",
  "a pause",
  "a bounce",
  "somebody who left",
  "somebody whose offer ended",
  "the next restock",
];

/** Whether there is a reason why somebody who was selected was not notified: their alert failed or was left out, they left the
 *  line before it was sent, or the plan stopped before. */
function isExcused(id: SubscriptionId, { plan, log, people }: PastRestock): boolean {
  const person = people.find((one) => one.id === id);
  const selectedFrom = log[0]?.at ?? 0;
  const hasLeft = person?.events.some(
    ({ kind, at, planId }) => kind === "left" && at >= selectedFrom && planId !== plan.id,
  );
  const lastControl = log.findLast(({ kind }) => kind === "paused" || kind === "resumed")?.kind;
  const isStopped = log.some(({ kind }) => kind === "cancelled" || kind === "superseded") || lastControl === "paused";
  return person?.deliveries.has(plan.id) || hasLeft || isStopped || false;
}

/** Replays every restock of a shop with the policy that it had, and compares the result with the alerts that its people got. */
async function compareReplays(store: TestStore, ask: Ask, counts: Record<string, number>) {
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const rows = await store.inStore((tx) => findRestocks(tx, "backinstock", 100));
  for (const row of rows) {
    const restock = await store.inStore(async (tx) => loadRestock(tx, row, (await loadPeople(tx, row)) ?? []));
    if (restock === "not begun") continue;
    if (restock === "from before") throw new Error(`restock ${row.number} has no log`);
    const found = await ask<{ id: SubscriptionId }>(
      "select subscription_id as id from deliveries where store_id = $1 and plan_id = $2 and state in (1, 4)",
      [store.id, row.id],
    );
    const heard = new Set(found.map(({ id }) => id));
    const findFault = async (change: Change) => {
      const { recipients, selected, differences } = await replayAsItWas(change(restock));
      if (differences.length > 0) return differences.join("; ");
      if (!isSame(heard, recipients)) return "others were notified";
      const extra = [...selected].filter((id) => !heard.has(id) && !isExcused(id, restock));
      return extra.length > 0 ? `${extra.join(", ")} would have been notified` : undefined;
    };
    const fault = await findFault((one) => one);
    if (fault) throw new Error(`The replay of restock ${row.number} differs: ${fault}`);
    if (heard.size === 0) continue;
    count("replayed");
    for (const feature of featuresOf(restock)) count(feature);
    for (const [name, change] of Object.entries(WITHOUT)) if (await findFault(change)) count(name);
  }
}

test.each(PARTS)(
  "$runs random sequences of seed $seed: a replay of each restock with its own policy gives exactly those who were notified, and differs when a fact is left out",
  async (part) => {
    const counts: Record<string, number> = {};
    const inspect = (store: TestStore, ask: Ask) => compareReplays(store, ask, counts);
    const lanes = await Promise.all(Array.from({ length: LANES }, () => alertWorlds({ inspect })));
    const playMany = playInLanes(lanes.map((lane) => lane.playMany));
    expect((await findFailure(sequences, playMany, part, BATCH))?.report).toBeUndefined();
    if (part.path) return;
    const fewerThan = (atLeast: number, names: readonly string[]) =>
      names.filter((name) => (counts[name] ?? 0) < atLeast);
    expect(fewerThan(Math.min(1, part.runs / 300) * RESTOCKS_MIN, ["replayed"])).toEqual([]);
    const kinds = part.runs >= FULL ? [...POLICIES, ...EVENTS] : [];
    expect(fewerThan(DIFFERENT_MIN, [...Object.keys(WITHOUT), ...kinds])).toEqual([]);
  },
  1_800_000,
);
