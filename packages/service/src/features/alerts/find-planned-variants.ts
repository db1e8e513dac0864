import type { FindUsedVariants } from "../catalog/variants/prune-variants.ts";
import { findPlanned } from "./sql.ts";

/** Variants that alerts were sent for. */
export const findPlannedVariants: FindUsedVariants = (tx, ids) => findPlanned(tx, ids);
