import type { Runner } from "../../../platform/db/db.ts";
import { findOfferedPeople, findOfferedVariants, type SubscriptionOfStore, type VariantOfStore } from "./sql.ts";

/** Which of these variants, of many stores, have units reserved. */
export const findVariantsWithOffers = (worker: Runner, variants: readonly VariantOfStore[]) =>
  findOfferedVariants(worker, variants);

/** Which of these subscriptions, of many stores, have units reserved. */
export const findOpenOffers = (worker: Runner, subscriptions: readonly SubscriptionOfStore[]) =>
  findOfferedPeople(worker, subscriptions);
