import type { FindUsedVariants } from "../../catalog/variants/prune-variants.ts";
import { findOrdered } from "./sql.ts";

/** Variants that an order contains. */
export const findOrderedVariants: FindUsedVariants = (tx, ids) => findOrdered(tx, ids);
