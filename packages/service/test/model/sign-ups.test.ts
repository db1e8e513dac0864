import { expect, test } from "vitest";
import { aStore } from "../fixtures/service.ts";
import { findFailure, partsOf, playEach } from "./run-model.ts";
import { type Action, actions, BROWSERS, service, World } from "./sign-up-world.ts";

const PARTS = partsOf({ short: 20, full: 300, partSize: 1_000 });
const AT_ONCE = 32;
const BATCH = 250;

const play = (browserDoubleOptIn: boolean) => async (plan: readonly Action[]) => {
  const settings = { alerts: { browserDoubleOptIn } };
  const store = await aStore(service, { scopes: ["subscriptions", "identity"], settings });
  const world = new World(store, browserDoubleOptIn);
  while (world.people.length < BROWSERS.length) world.people.push(await store.aGuest());
  for (const action of plan) {
    await world.play(action);
    await world.check();
  }
};

test.each(
  PARTS.flatMap((part) => [
    { ...part, how: "with confirmation", browserDoubleOptIn: true },
    { ...part, how: "without confirmation", browserDoubleOptIn: false },
  ]),
)(
  "whatever several people and a stranger do with shared addresses, nobody changes what another has, $how, seed $seed",
  async ({ browserDoubleOptIn, ...part }) => {
    const playMany = playEach(play(browserDoubleOptIn), AT_ONCE);
    expect((await findFailure(actions, playMany, part, BATCH))?.report).toBeUndefined();
  },
  1_800_000,
);
