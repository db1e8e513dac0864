import type { StoreTx } from "../../../platform/db/db.ts";
import { type Crowd, findCrowded } from "../../insights/demand/find-crowded.ts";
import { deleteCrossingsExcept, insertCrossings } from "./sql.ts";

const TOPIC = "backinstock";
/** When more products than this are over the threshold, a product that leaves and crosses again is not reported again. */
const LOOKED_AT_MAX = 1_000;

/** Returns the products for which enough people wait since the last look, those with most people first. Each is returned once for each
 *  crossing: again only after fewer people waited for it. */
export async function findCrossings(tx: StoreTx, email: string, threshold: number): Promise<Crowd[]> {
  const crowded = await findCrowded(tx, { topic: TOPIC, people: threshold, limit: LOOKED_AT_MAX });
  const ids = crowded.map(({ variantId }) => variantId);
  if (crowded.length < LOOKED_AT_MAX) await deleteCrossingsExcept(tx, email, ids);
  const crossed = new Set((await insertCrossings(tx, email, ids)).map(({ variantId }) => variantId));
  return crowded.filter(({ variantId }) => crossed.has(variantId));
}
