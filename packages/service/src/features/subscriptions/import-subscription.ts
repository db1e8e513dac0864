import type { StoreTx } from "../../platform/db.ts";
import type { ContactId, VariantId } from "../../platform/ids.ts";
import { type HashAddress, toAddress } from "./address.ts";
import { signUpMany } from "./sql.ts";

/** Brings a subscription along from elsewhere, with the place in line it had there. Repeating it changes nothing, and
 *  who has ended here since stays ended. */
export async function importSubscription(
  tx: StoreTx,
  hashAddress: HashAddress,
  one: {
    medium: string;
    value: string;
    variantId: VariantId;
    topic: string;
    signedUpAt: Date;
    quantity?: number;
    extras?: string;
  },
): Promise<ContactId | undefined> {
  const address = toAddress(one.medium, one.value);
  const [imported] = await signUpMany(tx, [
    {
      storeId: tx.storeId,
      ...address,
      addressHash: hashAddress(address, tx.storeId),
      onMailingList: null,
      locale: null,
      currency: null,
      timeZone: null,
      shopperId: null,
      state: 1,
      source: "import",
      words: "",
      signedUpAt: one.signedUpAt,
      wanted: [
        {
          variantId: one.variantId,
          topic: one.topic,
          quantity: one.quantity ?? null,
          extras: one.extras ?? null,
          target: null,
          said: null,
        },
      ],
    },
  ]);
  tx.ringAfterCommit();
  return imported?.contactId;
}
