import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { unknownItem } from "../../lists/errors.ts";
import { requireItem } from "../../lists/items/require-item.ts";
import { withOwnLists } from "../../lists/own-lists.ts";
import { toPublicListId } from "../../lists/public-id.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { type Address, EMAIL, type HashAddress } from "../address.ts";
import { noAddressToWatch } from "../errors.ts";
import { endOfShopper, FROM_LIST, type SignUp, signUpMany } from "../sql.ts";

export type Watch = {
  readonly lid: string;
  readonly epi: string;
  readonly topics: readonly string[];
  readonly isOn: boolean;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};

type Parts = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly shoppers: ShopperSessions;
  readonly hashAddress: HashAddress;
};

/** The switch on a saved item: tell me when it gets cheaper, or before it is gone. The address of an account is proved, so
 *  it counts at once. */
export async function watchItem(parts: Parts, shopper: Shopper, watch: Watch, tx?: StoreTx): Promise<void> {
  const lid = toPublicListId(watch.lid);
  const [variant] = await parts.variants.findByPlatformIds(shopper.store.id, [watch.epi], { create: false });
  // A guest may have become part of an account since they were last looked up.
  const { email } = shopper.email === null ? await parts.shoppers.reload(shopper) : shopper;
  await withOwnLists(parts, shopper, tx, async (inside, shopperId) => {
    await requireItem(inside, shopperId, lid, variant?.id ?? NO_VARIANT);
    if (!variant) throw unknownItem();
    if (!watch.isOn) {
      for (const topic of watch.topics) {
        const what = { variantIds: [variant.id], topic, medium: null };
        await endOfShopper(inside, { shopperId, email }, what, "switched off on the list");
      }
      return;
    }
    if (email === null) throw noAddressToWatch();
    await signUpMany(inside, [{ ...toSignUp(parts.hashAddress, shopper, email, watch, variant.id), shopperId }]);
    inside.ringAfterCommit();
  });
}

/** Of an epi nobody has named: it is on no list. */
const NO_VARIANT = "0" as VariantId;

function toSignUp(
  hashAddress: HashAddress,
  { store }: Shopper,
  email: string,
  { topics, locale, currency, timeZone }: Watch,
  variantId: VariantId,
): Omit<SignUp, "shopperId"> {
  const address: Address = { medium: EMAIL, value: email };
  return {
    storeId: store.id,
    ...address,
    addressHash: hashAddress(address, store.id),
    onMailingList: null,
    locale,
    currency,
    timeZone,
    state: 1,
    source: FROM_LIST,
    consentText: "",
    signedUpAt: null,
    wanted: topics.map((topic) => ({
      variantId,
      topic,
      quantity: null,
      extras: null,
      target: null,
      clientProduct: null,
    })),
  };
}
