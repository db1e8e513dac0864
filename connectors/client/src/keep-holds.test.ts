import { expect, test } from "vitest";
import { createHoldKeeper } from "./keep-holds.ts";
import type { Hold, HoldReport } from "./records.ts";

const aHold = (offer: string, state: Hold["state"]): Hold => ({
  offer,
  state,
  epi: "1",
  empi: null,
  units: 1,
  until: "2026-11-19T10:30:00Z",
  reference: null,
  url: null,
});

function aKeeper(holds: readonly Hold[], { stock = 9, reserved = [] as string[], late = [] as string[] } = {}) {
  const offers = new Set(reserved);
  const reports: HoldReport[] = [];
  const keeper = createHoldKeeper({
    keepsake: {
      findHolds: async (state) => holds.filter((hold) => (hold.state === "held") === (state === "held")),
      reportHolds: async (sent) => ({ changed: reports.push(...sent) }),
    },
    reservations: {
      reserve: async ({ offer }) => {
        if (offer === "broken") throw new Error("The platform answered 500.");
        if (offers.size >= stock && !offers.has(offer)) return { refused: "Sold out" };
        offers.add(offer);
        return { reference: `r-${offer}`, url: `https://shop.example/claim?offer=${offer}` };
      },
      release: async (offer) => {
        if (offer === "stuck") throw new Error("The platform answered 500.");
        offers.delete(offer);
      },
      findOffers: async () => [...offers],
    },
    pause: async () => {
      for (const offer of late) offers.add(offer);
    },
  });
  return { keeper, offers, reports };
}

test("accepted offers are reserved as long as there is stock, and ended ones released", async () => {
  const holds = [aHold("old", "ending"), aHold("a", "wanted"), aHold("b", "wanted")];
  const { keeper, offers, reports } = aKeeper(holds, { stock: 1, reserved: ["old"] });
  await keeper.poll();
  expect([...offers]).toEqual(["a"]);
  expect(reports).toEqual([
    { offer: "old", state: "released" },
    { offer: "a", state: "held", reference: "r-a", url: "https://shop.example/claim?offer=a" },
    { offer: "b", state: "refused", reason: "Sold out" },
  ]);
});

test("an offer that fails is not reported, and delays no other", async () => {
  const { keeper, reports } = aKeeper([aHold("broken", "wanted"), aHold("a", "wanted")]);
  await expect(keeper.poll()).rejects.toThrow("offer broken: The platform answered 500.");
  expect(reports.map(({ offer }) => offer)).toEqual(["a"]);
});

test("a reservation that cannot be released keeps no other", async () => {
  const { keeper, offers, reports } = aKeeper([aHold("lost", "held")], { reserved: ["stuck", "gone"] });
  await expect(keeper.reconcile()).rejects.toThrow("offer stuck: The platform answered 500.");
  expect([...offers]).toEqual(["stuck"]);
  expect(reports).toEqual([{ offer: "lost", state: "released" }]);
});

test("a reservation that no offer stands for is released, and no other", async () => {
  const holds = [aHold("held", "held"), aHold("new", "wanted")];
  const { keeper, offers } = aKeeper(holds, { reserved: ["held", "new", "gone"] });
  await expect(keeper.reconcile()).resolves.toBe(1);
  expect([...offers]).toEqual(["held", "new"]);
});

test("a hold that the platform has lost is reported as released, but not one that appears at the second look", async () => {
  const holds = [aHold("held", "held"), aHold("lost", "held"), aHold("claimed", "held"), aHold("new", "wanted")];
  const { keeper, offers, reports } = aKeeper(holds, { reserved: ["held"], late: ["claimed"] });
  await expect(keeper.reconcile()).resolves.toBe(1);
  expect(reports).toEqual([{ offer: "lost", state: "released" }]);
  expect([...offers]).toEqual(["held", "claimed"]);
});
