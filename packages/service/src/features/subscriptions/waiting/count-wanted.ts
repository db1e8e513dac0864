import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { countByQuantity, type WantedRow } from "./sql.ts";

/** Of a longer line only the first people are read. */
const PEOPLE_MAX = 20_000;
/** People who want more than this are counted together. */
const MOST = 20;

export type Wanted = {
  /** How many people want how many units each. */
  readonly wanted: readonly WantedRow[];
  /** Whether these are only the first people of a longer line. */
  readonly isPart: boolean;
};

/** What the people in a line want. A person counts for `unitsMax` units at most. */
export async function countWanted(
  tx: StoreTx,
  line: { readonly variantId: VariantId; readonly topic: string },
  unitsMax: number,
): Promise<Wanted> {
  const wanted = await countByQuantity(tx, line, { unitsMax, most: MOST, readMax: PEOPLE_MAX });
  return { wanted, isPart: wanted.reduce((sum, { people }) => sum + people, 0) === PEOPLE_MAX };
}
