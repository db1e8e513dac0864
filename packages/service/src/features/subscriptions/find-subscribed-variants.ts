import type { FindUsedVariants } from "../catalog/variants/prune-variants.ts";
import { findSubscribed } from "./sql.ts";

/** Variants that somebody signed up for, whether or not they still wait. */
export const findSubscribedVariants: FindUsedVariants = (tx, ids) => findSubscribed(tx, ids);
