import type { MedusaContainer } from "@medusajs/framework/types";
import { KEEPSAKE } from "../modules/keepsake";
import type KeepsakeService from "../modules/keepsake/service";
import { readCatalog } from "./read-catalog";
import { readStock } from "./read-stock";

/** Reports the current stock of these variants. Medusa drops the error of a subscriber, so it is logged and shown in Keepsake;
 *  the next reconcile repeats the report. */
export const reportStock = (container: MedusaContainer, ids: readonly string[], changedAt: number) =>
  report(container, changedAt, async ({ calls }) => void (await calls.setStock(await readStock(container, ids))));

/** Reports titles, prices and stock of these variants. */
export const reportVariants = (container: MedusaContainer, ids: readonly string[], changedAt: number) =>
  report(container, changedAt, async ({ calls }) => {
    await calls.upsertVariants(await readCatalog(container, ids));
    await calls.setStock(await readStock(container, ids));
  });

export async function report(
  container: MedusaContainer,
  changedAt: number,
  work: (keepsake: KeepsakeService) => Promise<void>,
) {
  const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
  try {
    await work(keepsake);
    await keepsake.health.reported(changedAt);
  } catch (error) {
    keepsake.log(`A change was not reported: ${(error as Error).message}`);
    await keepsake.health.failed("event", error);
  }
}
