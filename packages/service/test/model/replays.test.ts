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

const PARTS = partsOf({ short: 300, full: 5_000, partSize: 5_000 });
const LANES = 3;
const BATCH = 150;
/** So many restocks come from 300 sequences at least. */
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

/** Replays every restock of a shop with the policy that it had, and compares the result with the alerts that its people got. */
async function compareReplays(store: TestStore, ask: Ask, counts: Record<string, number>) {
  const rows = await store.inStore((tx) => findRestocks(tx, "backinstock", 100, 1_000));
  for (const row of rows) {
    const restock = await store.inStore(async (tx) => loadRestock(tx, row, (await loadPeople(tx, row)) ?? []));
    if (restock === "not begun") continue;
    if (restock === "from before") throw new Error(`restock ${row.number} has no log`);
    const found = await ask<{ id: SubscriptionId }>(
      "select subscription_id as id from deliveries where store_id = $1 and plan_id = $2 and state in (1, 4)",
      [store.id, row.id],
    );
    const heard = new Set(found.map(({ id }) => id));
    const isExact = async (change: Change) => {
      const { recipients, differences } = await replayAsItWas(change(restock));
      return { isExact: differences.length === 0 && isSame(heard, recipients), differences };
    };
    const real = await isExact((one) => one);
    if (!real.isExact) throw new Error(`The replay of restock ${row.number} differs: ${real.differences.join("; ")}`);
    counts["replayed"] = (counts["replayed"] ?? 0) + 1;
    for (const [name, change] of Object.entries(WITHOUT))
      if (!(await isExact(change)).isExact) counts[name] = (counts[name] ?? 0) + 1;
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
    expect(counts["replayed"]).toBeGreaterThanOrEqual(Math.min(1, part.runs / 300) * RESTOCKS_MIN);
    const different = Object.keys(WITHOUT).map((name) => counts[name] ?? 0);
    expect(Math.min(...different), `of ${JSON.stringify(counts)}`).toBeGreaterThanOrEqual(
      part.path ? 0 : DIFFERENT_MIN,
    );
  },
  1_800_000,
);
