import type { MedusaContainer } from "@medusajs/framework/types";
import { createHoldKeeper, ordersSince } from "keepsake-connector";
import { createReservations } from "../holds/create-reservations";
import { KEEPSAKE } from "../modules/keepsake";
import type KeepsakeService from "../modules/keepsake/service";
import { readCatalog } from "../shop/read-catalog";
import { readOrders } from "../shop/read-order";
import { readStock } from "../shop/read-stock";
import { walkOrders } from "../shop/walk-orders";
import { walkVariants } from "../shop/walk-variants";

const EVERY_15_MINUTES = "*/15 * * * *";

/** Compares everything with Keepsake, and so finds what no event reported: Medusa's events are not delivered twice. */
export default async function reconcile(container: MedusaContainer) {
  const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
  const startedAt = Date.now();
  const total = { checked: 0, corrected: 0 };
  try {
    for await (const ids of walkVariants(container)) {
      await keepsake.calls.upsertVariants(await readCatalog(container, ids));
      const levels = await readStock(container, ids);
      total.corrected += (await keepsake.calls.setStock(levels)).corrected;
      total.checked += levels.length;
    }
    for await (const ids of walkOrders(container, ordersSince(keepsake.reconciledFrom, startedAt)))
      await keepsake.calls.reportOrders(await readOrders(container, ids));
    const { claimUrl } = keepsake.options;
    if (claimUrl) {
      const reservations = createReservations(container, claimUrl);
      await createHoldKeeper({ keepsake: keepsake.calls, reservations, log: keepsake.log }).reconcile();
    }
  } catch (error) {
    await keepsake.health.failed(error);
    throw error;
  }
  keepsake.reconciledFrom = startedAt;
  await keepsake.health.reconciled({ startedAt, ...total });
}

export const config = {
  name: "keepsake-reconcile",
  // Medusa reads schedules before it knows the plugin's options.
  schedule: process.env["KEEPSAKE_RECONCILE"] ?? EVERY_15_MINUTES,
};
