import { expect, test } from "vitest";
import { sequences } from "./alert-model.ts";
import { alertWorlds } from "./alert-worlds.ts";
import { findFailure, partsOf, playInLanes } from "./run-model.ts";

const PARTS = partsOf({ short: 200, full: 10_000, partSize: 5_000 });
const LANES = 3;
const BATCH = 300;

test.each(PARTS)(
  "$runs random sequences of seed $seed: everybody gets the alerts that they are due, and no one else",
  async (part) => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => alertWorlds()));
    const playMany = playInLanes(lanes.map((lane) => lane.playMany));
    expect((await findFailure(sequences, playMany, part, BATCH))?.report).toBeUndefined();
  },
  1_800_000,
);

test.each(["alert.unsubscribed", "alert.confirmed", "stock.added"])(
  "control: the model detects a worker that forgets the event %s",
  async (subject) => {
    const { playMany } = await alertWorlds({ forgets: (event) => event.subject === subject });
    const failure = await findFailure(sequences, playMany, { seed: 1, runs: 1_000, shrinks: false }, 100);
    expect(failure?.report).toContain("passed over");
  },
  600_000,
);
