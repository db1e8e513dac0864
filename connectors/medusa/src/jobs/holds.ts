import type { MedusaContainer } from "@medusajs/framework/types";
import { createHoldKeeper, eachOffer } from "keepsake-connector";
import { createReservations } from "../holds/create-reservations";
import { findHeld } from "../holds/find-held";
import { KEEPSAKE } from "../modules/keepsake";
import type KeepsakeService from "../modules/keepsake/service";
import { startApart } from "../shop/start-apart";

const POLL_MS = 3_000;
let lastError = "";

/** Looks every few seconds for offers that were accepted or are over. */
export default startApart(pollHolds, async (container: MedusaContainer, error) => {
  const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
  const { message } = error;
  if (message !== lastError)
    keepsake.log(`Accepted offers could not be reserved or released; trying again in a few seconds: ${message}`);
  lastError = message;
  await keepsake.health.failed("holds", error);
});

async function pollHolds(container: MedusaContainer) {
  const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
  const { claimUrl } = keepsake.options;
  await keepsake.announce();
  if (!claimUrl) return;
  const reservations = createReservations(container, claimUrl);
  // Also without an answer from Keepsake, nothing stays reserved for longer than was promised.
  const expired = (await findHeld(container))
    .filter(({ metadata }) => new Date(metadata.keepsake_until) < new Date())
    .map(({ metadata }) => metadata.keepsake_offer);
  const failures = await eachOffer(
    [...new Set(expired)].map((offer) => ({ offer })),
    ({ offer }) => reservations.release(offer),
  );
  await createHoldKeeper({ keepsake: keepsake.calls, reservations }).poll();
  failures.throwIfAny();
  lastError = "";
  await keepsake.health.held();
}

export const config = {
  name: "keepsake-holds",
  schedule: { interval: POLL_MS },
};
