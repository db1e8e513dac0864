import { marketsOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { unknownMarket } from "../errors.ts";

/** Refuses a market that the store's settings do not name. */
export function requireMarket({ settings }: Pick<Store, "settings">, market: string | null): void {
  if (market === null) return;
  const known = marketsOf(settings).map(({ name }) => name);
  if (!known.includes(market)) throw unknownMarket(market, known);
}
