import type { Installations, Shop } from "../../hosted/src/installations.ts";
import { type Api, BigCommerceError } from "./api.ts";

/** BigCommerce may revoke the token a while after it called. What it still takes after this time is in use. */
const REVOKED_WITHIN_MS = 60 * 60_000;
const SECOND_MS = 1_000;

/** Removes all of the shop if BigCommerce no longer takes its token, which ends with the installation. Throws, to be tried again,
 *  while that may still come. */
export async function removeIfUninstalled(
  { api, clock, installations }: { api: Api; clock: () => number; installations: Installations },
  shop: Shop,
  saidSeconds: number,
): Promise<void> {
  // The word comes in whole seconds, and an installation may have begun in the same one.
  const said = new Date((saidSeconds + 1) * SECOND_MS - 1);
  if (shop.installedAt > said) return;
  if (shop.tokens !== "" && !(await isRevoked(api, shop))) {
    if (clock() - said.getTime() < REVOKED_WITHIN_MS) throw new Error("BigCommerce still takes the token of the shop");
    return;
  }
  await installations.remove(shop.shop, said);
}

async function isRevoked(api: Api, shop: Shop): Promise<boolean> {
  try {
    await api.get(shop, "v2/store");
    return false;
  } catch (error) {
    if (error instanceof BigCommerceError && error.status === 401) return true;
    throw error;
  }
}
