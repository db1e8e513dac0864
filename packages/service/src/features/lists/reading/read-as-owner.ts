import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";

/** A guest who became part of an account a moment ago, and is remembered without it, has nothing any more: then `read`
 *  runs once more, as the account. */
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
