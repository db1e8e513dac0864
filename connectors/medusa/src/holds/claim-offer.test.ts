import type { MedusaContainer } from "@medusajs/framework/types";
import { expect, test, vi } from "vitest";

// Medusa itself is not installed where this test runs.
vi.mock("@medusajs/framework/utils", () => ({
  ContainerRegistrationKeys: { QUERY: "query" },
  Modules: { INVENTORY: "inventory", LOCKING: "locking" },
  MedusaError: Error,
}));
const { run, stored } = vi.hoisted(() => ({
  run: vi.fn<() => Promise<void>>(),
  stored: { held: [] as { id: string; metadata: object }[] },
}));
vi.mock("@medusajs/medusa/core-flows", () => ({ addToCartWorkflow: () => ({ run }) }));
vi.mock("./find-held", () => ({ findHeldFor: async () => stored.held }));

/** One at a time for each key, as Medusa's. */
const ends = new Map<string, Promise<unknown>>();
async function execute(keys: readonly string[], work: () => Promise<void>) {
  const before = keys.map((key) => ends.get(key));
  const done = Promise.all(before).then(work);
  for (const key of keys)
    ends.set(
      key,
      done.catch(() => undefined),
    );
  return done;
}

const container = {
  resolve: (name: string) =>
    ({
      query: { graph: async () => ({ data: [{ items: [] }] }) },
      locking: { execute },
      inventory: {
        deleteReservationItems: async () => void (stored.held = []),
        createReservationItems: async (items: typeof stored.held) => void (stored.held = items),
      },
    })[name],
} as unknown as MedusaContainer;

const metadata = {
  keepsake_offer: "o",
  keepsake_until: "2999-01-01T00:00:00Z",
  keepsake_variant: "v",
  keepsake_units: 1,
  keepsake_cart: "first",
};
const ownersOf = () => stored.held.map((one) => (one.metadata as typeof metadata).keepsake_cart);

test("a claim moves the units to its cart; one that fails leaves them to the cart that had them", async () => {
  const { claimOffer } = await import("./claim-offer.ts");
  stored.held = [{ id: "r", metadata }];
  run.mockRejectedValueOnce(new Error("The cart is completed."));
  await expect(claimOffer(container, "o", "second")).rejects.toThrow("The cart is completed.");
  expect(ownersOf()).toEqual(["first"]);
  run.mockResolvedValueOnce();
  await claimOffer(container, "o", "second");
  expect(ownersOf()).toEqual(["second"]);
});

test("a second click waits for the first, which leaves nothing reserved for a moment", async () => {
  const { claimOffer } = await import("./claim-offer.ts");
  stored.held = [{ id: "r", metadata: { ...metadata, keepsake_items: ["item"] } }];
  let add = () => {};
  run.mockImplementationOnce(() => new Promise((resolve) => void (add = resolve)));
  const first = claimOffer(container, "o", "second");
  await expect.poll(() => stored.held).toEqual([]);
  const second = claimOffer(container, "o", "second");
  add();
  await Promise.all([first, second]);
  expect(ownersOf()).toEqual(["second"]);
});
