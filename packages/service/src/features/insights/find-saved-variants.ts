import type { FindUsedVariants } from "../catalog/variants/prune-variants.ts";
import { findSaved } from "./sql.ts";

/** Variants that are on a list. The counts of saves are indexed by variant; the items of lists are not. */
export const findSavedVariants: FindUsedVariants = (tx, ids) => findSaved(tx, ids);
