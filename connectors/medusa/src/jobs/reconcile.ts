import type { MedusaContainer } from "@medusajs/framework/types";
import { createHoldKeeper, ordersSince } from "keepsake-connector";
import { createReservations } from "../holds/create-reservations";
import { KEEPSAKE } from "../modules/keepsake";
import type KeepsakeService from "../modules/keepsake/service";
import { readCatalog } from "../shop/read-catalog";
import { readOrders } from "../shop/read-order";
import { readStock } from "../shop/read-stock";
import { startApart } from "../shop/start-apart";
import { walkOrders } from "../shop/walk-orders";
import { walkVariants } from "../shop/walk-variants";

const EVERY_15_MINUTES = "*/15 * * * *";

/** Compares everything with Keepsake, and so finds what no event reported: Medusa's events are not delivered twice. */
export default startApart(reconcile, async (container: MedusaContainer, error) => {
  const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
  keepsake.log(`The reconcile failed: ${error.message}`);
  await keepsake.health.failed("reconcile", error);
});

async function reconcile(container: MedusaContainer) {
  const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
  const { calls } = keepsake;
  const startedAt = Date.now();
  const total = { checked: 0, corrected: 0 };
  const leftOut: string[] = [];

  async function reportStock() {
    for await (const ids of walkVariants(container)) {
      leftOut.push(...(await calls.upsertVariants(await readCatalog(container, ids))).leftOut);
      const levels = await readStock(container, ids);
      const set = await calls.setStock(levels);
      leftOut.push(...set.leftOut);
      total.corrected += set.corrected;
      total.checked += levels.length;
    }
  }
  async function reportOrders() {
    for await (const ids of walkOrders(container, ordersSince(keepsake.reconciledFrom, startedAt)))
      leftOut.push(...(await calls.reportOrders(await readOrders(container, ids))).leftOut);
  }
  async function compareHolds() {
    const { claimUrl } = keepsake.options;
    if (!claimUrl) return;
    const reservations = createReservations(container, claimUrl);
    await createHoldKeeper({ keepsake: calls, reservations }).reconcile();
  }

  // What fails in one part must not keep the others back.
  const errors: unknown[] = [];
  for (const part of [reportStock, reportOrders, compareHolds]) await part().catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  keepsake.reconciledFrom = startedAt;
  await keepsake.health.reconciled({ startedAt, ...total, leftOut });
}

export const config = {
  name: "keepsake-reconcile",
  // Medusa reads schedules before it knows the plugin's options.
  schedule: process.env["KEEPSAKE_RECONCILE"] ?? EVERY_15_MINUTES,
};
