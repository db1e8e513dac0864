import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";

/** Runs `read` as the shopper. If a guest finds nothing, a merge may have moved their lists to an account that is not in
 *  the cache yet: `read` then runs a second time as the account. */
export async function readAsOwner<T>(
  shoppers: Pick<ShopperSessions, "reload">,
  shopper: Shopper,
  read: (as: Shopper) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await read(shopper);
  if (found !== undefined || !shopper.id || shopper.email !== null) return found;
  const now = await shoppers.reload(shopper);
  return now.id && now.id !== shopper.id ? read(now) : undefined;
}
