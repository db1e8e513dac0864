import type { SubscriberArgs } from "@medusajs/framework";
import type { MedusaContainer } from "@medusajs/framework/types";
import { KEEPSAKE } from "../modules/keepsake";
import type KeepsakeService from "../modules/keepsake/service";
import { createFold } from "./create-fold";
import { type Named, namedBy } from "./named-by";

/** A subscriber that handles the ids of many events together. It does not keep Medusa waiting: its Redis event bus hands out one
 *  event at a time. What is lost when the program ends at this moment is found by the reconcile. */
export function foldEvents(work: (container: MedusaContainer, ids: string[], since: number) => Promise<void>) {
  let fold: ReturnType<typeof createFold> | undefined;
  return async function handleLater({ event, container }: SubscriberArgs<Named>) {
    fold ??= createFold(async (ids, since) => {
      try {
        await work(container, ids, since);
      } catch (error) {
        const keepsake = container.resolve<KeepsakeService>(KEEPSAKE);
        keepsake.log(`A change was not read: ${(error as Error).message}`);
        await keepsake.health.failed("event", error);
      }
    });
    fold(namedBy(event.data));
  };
}
