import type { Runner } from "../../../platform/db/db.ts";
import { findOfferedPeople, findOfferedVariants, type SubscriptionOfStore, type VariantOfStore } from "./sql.ts";

/** Those of these variants that have units reserved, of many stores. */
export const findVariantsWithOffers = (worker: Runner, variants: readonly VariantOfStore[]) =>
  findOfferedVariants(worker, variants);

/** Those of these subscriptions that have units reserved, of many stores. */
export const findOpenOffers = (worker: Runner, subscriptions: readonly SubscriptionOfStore[]) =>
  findOfferedPeople(worker, subscriptions);
