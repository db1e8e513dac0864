import type { StoreTx } from "../../../platform/db/db.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import { type Market, marketsOf } from "../../stores/settings/settings.ts";
import { lockMarkets, shareMarkets } from "./sql.ts";

/** The markets by name as they are stored now; those of a cached store may be four seconds old. They and their rows stay as
 *  they are until the transaction ends. Call it before the transaction locks variants or stock: with `isAdding` it waits for
 *  the reports under way, which it must be for whoever adds rows of markets or counts them again. */
export async function readMarkets(
  tx: StoreTx,
  { isAdding }: { readonly isAdding: boolean },
): Promise<ReadonlyMap<string, Market>> {
  await (isAdding ? lockMarkets(tx) : shareMarkets(tx));
  return new Map(marketsOf(await getSettings(tx)).map((market) => [market.name, market]));
}
