import fc from "fast-check";
import { expect, test } from "vitest";
import { aStore } from "../fixtures/service.ts";
import { actions, BROWSERS, service, World } from "./sign-up-world.ts";

const FULL = process.env["KEEPSAKE_TESTS"] === "full";

test.each([
  ["with confirmation", true],
  ["without confirmation", false],
])(
  "whatever several people and a stranger do with shared addresses, nobody changes what another has, %s",
  async (_, browserDoubleOptIn) => {
    const details = await fc.check(
      fc.asyncProperty(actions, async (plan) => {
        const settings = { alerts: { browserDoubleOptIn } };
        const store = await aStore(service, { scopes: ["subscriptions", "identity"], settings });
        const world = new World(store, browserDoubleOptIn);
        while (world.people.length < BROWSERS.length) world.people.push(await store.aGuest());
        for (const action of plan) {
          await world.play(action);
          await world.check();
        }
      }),
      { numRuns: FULL ? 300 : 20, endOnFailure: true },
    );
    expect(details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details)}` : "").toBe("");
  },
  FULL ? 1_800_000 : 120_000,
);
