import type { Got } from "../../api/call.ts";

export type Advice = Got<"/storeadmin/v3/demand/advice">;
export type Sureness = "good" | "fair" | "rough";

const GOOD_WIDTH = 0.6;
const FAIR_WIDTH = 1.5;

/** The interval in one word: how wide it is beside the advice. Stock alone also shows what other customers bought, so advice
 *  from it is rough at any width. */
export function surenessOf({ units, interval, basedOn }: Advice): Sureness {
  if (!units || !interval || basedOn.purchases === "stock") return "rough";
  const width = (interval.high - interval.low) / units;
  return width <= GOOD_WIDTH ? "good" : width <= FAIR_WIDTH ? "fair" : "rough";
}

/** As many as the service asks for (RESTOCKS_MIN). A test compares the two. */
export const RESTOCKS_NEEDED = 5;

/** Why there is no advice yet: too few restocks, too many that sold out early, or no purchase known. */
export function whyNoAdvice({ basedOn }: Advice): "few" | "sold-out" | "no-purchases" {
  const lasted = lastingRestocks(basedOn);
  if (lasted < basedOn.soldOut) return "sold-out";
  return lasted < RESTOCKS_NEEDED ? "few" : "no-purchases";
}

export const allRestocks = ({ restocks, restocksOfOthers }: Advice["basedOn"]) => restocks + restocksOfOthers;
export const lastingRestocks = (basedOn: Advice["basedOn"]) => allRestocks(basedOn) - basedOn.soldOut;
