import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { rankWaiting } from "./sql.ts";

export type Crowd = { readonly variantId: VariantId; readonly people: number };

/** The variants of a topic for which at least so many people wait, those with most people first. */
export async function findCrowded(
  tx: StoreTx,
  { topic, people, limit }: { readonly topic: string; readonly people: number; readonly limit: number },
): Promise<Crowd[]> {
  const ranked = await rankWaiting(tx, "people", topic, undefined, limit);
  return ranked
    .map(({ variantId, key }) => ({ variantId, people: Number(key) }))
    .filter((crowd) => crowd.people >= people);
}
