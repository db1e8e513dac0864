import type { ReadLines } from "../../../platform/db/lines.ts";
import { selectShoppers } from "./sql.ts";

/** Accounts and guests, for an export. */
export const readShoppers = { shoppers: selectShoppers } satisfies Record<string, ReadLines>;
