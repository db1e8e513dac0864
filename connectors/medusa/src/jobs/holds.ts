import type { MedusaContainer } from "@medusajs/framework/types";
import { createHoldKeeper } from "keepsake-connector";
import { createReservations } from "../holds/create-reservations";
import { findHeld } from "../holds/find-held";
import { KEEPSAKE } from "../modules/keepsake";
import type KeepsakeService from "../modules/keepsake/service";

const POLL_MS = 3_000;

/** Looks every few seconds for offers that were accepted or are over. */
export default async function pollHolds(container: MedusaContainer) {
  const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
  const { claimUrl } = keepsake.options;
  await keepsake.announce();
  if (!claimUrl) return;
  const reservations = createReservations(container, claimUrl);
  try {
    // Also without an answer from Keepsake, nothing stays reserved for longer than was promised.
    for (const { metadata } of await findHeld(container))
      if (new Date(metadata.keepsake_until) < new Date()) await reservations.release(metadata.keepsake_offer);
    await createHoldKeeper({ keepsake: keepsake.calls, reservations, log: keepsake.log }).poll();
  } catch (error) {
    keepsake.log(`Accepted offers wait: ${(error as Error).message}`);
  }
}

export const config = {
  name: "keepsake-holds",
  schedule: { interval: POLL_MS },
};
