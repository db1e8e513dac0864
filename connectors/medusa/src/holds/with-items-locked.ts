import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";

/** Runs the work while nobody else reserves these inventory items. Medusa takes the same lock for an order. */
export const withItemsLocked = <T>(container: MedusaContainer, itemIds: readonly string[], work: () => Promise<T>) =>
  container.resolve(Modules.LOCKING).execute([...new Set(itemIds)], work);
