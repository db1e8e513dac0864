import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import { recountMarketStock } from "../stock/recount-market-stock.ts";
import { findMarketRows } from "./find-market-rows.ts";
import { readMarkets } from "./read-markets.ts";
import { refreshMarketProducts } from "./refresh-market-products.ts";
import { selectVariantsWithMarkets } from "./sql.ts";

const PAGE = 100;

/** Works out again, for the next variants, what their markets have in stock and show, and announces the page after it. */
export async function recountMarkets(tx: StoreTx, after: VariantId): Promise<void> {
  const markets = await readMarkets(tx, { isAdding: true });
  const ids = (await selectVariantsWithMarkets(tx, after, PAGE)).map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return;
  const changed = await refreshMarketProducts(tx, markets, ids);
  if (changed.length > 0) await announce(tx, "variant.changed", { variantIds: changed });
  await recountMarketStock(tx, await getSettings(tx), markets, await findMarketRows(tx, ids));
  if (ids.length === PAGE) await announce(tx, "markets.changed", { after: last });
}
