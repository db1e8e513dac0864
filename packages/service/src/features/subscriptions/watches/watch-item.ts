import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { unknownItem } from "../../lists/errors.ts";
import { requireItem } from "../../lists/items/require-item.ts";
import { toPublicListId } from "../../lists/to-public-list-id.ts";
import { withOwnLists } from "../../lists/with-own-lists.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { EMAIL, type HashAddress } from "../address.ts";
import { noAddressToWatch } from "../errors.ts";
import { toSignUp } from "../sign-up/sign-up.ts";
import { signUpContact } from "../sign-up/sign-up-contact.ts";
import { endOfOwner } from "../sql.ts";
import { FROM_LIST, type Watch } from "./watch.ts";

export type WatchDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly shoppers: ShopperSessions;
  readonly hashAddress: HashAddress;
};

/** Switches alerts for a saved item on or off. They need no confirmation: the email address of an account is proven. */
export async function watchItem(deps: WatchDeps, shopper: Shopper, watch: Watch, tx?: StoreTx): Promise<void> {
  const { topics, isOn, locale, currency, timeZone } = watch;
  const storeId = shopper.store.id;
  const listId = toPublicListId(watch.listId);
  const [variant] = await deps.variants.findByPlatformIds(storeId, [watch.platformId], { create: false });
  // A guest may have been merged into an account since the session was read.
  const { email } = shopper.email === null ? await deps.shoppers.reload(shopper) : shopper;
  await withOwnLists(deps, shopper, tx, async (inside, shopperId) => {
    await requireItem(inside, shopperId, listId, variant?.id ?? NO_VARIANT);
    if (!variant) throw unknownItem();
    if (!isOn) {
      for (const topic of topics) {
        const what = { variantIds: [variant.id], topic, medium: null, value: null };
        await endOfOwner(inside, { shopperId, email }, what, "switched off on the saved item");
      }
      return;
    }
    if (email === null) throw noAddressToWatch();
    const terms = {
      address: { medium: EMAIL, value: email },
      onMailingList: null,
      locale,
      currency,
      timeZone,
      consentText: "",
      consentedAt: null,
      ipHash: watch.ipHash,
      source: FROM_LIST,
    } as const;
    const wanted = topics.map((topic) => ({ variantId: variant.id, topic, ...NO_DETAILS }));
    const contact = { storeId, shopperId, hashAddress: deps.hashAddress };
    await signUpContact(inside, toSignUp(contact, terms, "shop", wanted));
  });
}

/** An id that no variant has. With it `requireItem` still checks the list first. */
const NO_VARIANT = "0" as VariantId;
const NO_DETAILS = { quantity: null, extras: null, target: null, clientProduct: null };
