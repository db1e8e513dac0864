export interface LocationStock {
  readonly location: string;
  readonly stocked: number;
  readonly reserved: number;
  /** Units that we reserved for accepted offers. Keepsake counts them itself. */
  readonly held: number;
}

/** An inventory item of a variant. A bundle has several, and needs some units of each. */
export interface InventoryItem {
  readonly required: number;
  readonly stock: readonly LocationStock[];
}

/** How many units of a variant can be sold at each of the locations: of a bundle, as many as its scarcest part allows.
 *  After backorders the sum is negative, and 0 is reported. */
export const toLevels = (items: readonly InventoryItem[], locations: readonly string[]) =>
  locations.map((location) => ({
    location,
    quantity: items.length === 0 ? 0 : Math.min(...items.map((item) => unitsAt(item, location))),
  }));

function unitsAt({ required, stock }: InventoryItem, location: string): number {
  const found = stock.find((one) => one.location === location);
  if (!found) return 0;
  return Math.max(0, Math.floor((found.stocked - found.reserved + found.held) / Math.max(1, required)));
}
