export interface LocationStock {
  readonly location: string;
  readonly onHand: number;
  readonly allocated: number;
  /** Units that we allocated for accepted offers. Keepsake counts them itself. */
  readonly held: number;
}

/** How many units of a variant can be sold at each location. What Vendure keeps back (`threshold` above zero) and what is sold
 *  already without being there is taken from the locations in their order. A threshold below zero permits backorders, which
 *  are not stock. */
export function toLevels(stock: readonly LocationStock[], threshold: number): { location: string; quantity: number }[] {
  const units = stock.map(({ location, onHand, allocated, held }) => ({ location, free: onHand - allocated + held }));
  let missing = Math.max(0, threshold) + units.reduce((sum, { free }) => sum + Math.max(0, -free), 0);
  return units.map(({ location, free }) => {
    const taken = Math.min(missing, Math.max(0, free));
    missing -= taken;
    return { location, quantity: Math.max(0, free) - taken };
  });
}
