import type { StoreTx } from "../../../platform/db/db.ts";
import type { Confirmation } from "../sign-up/sign-up.ts";
import { signUpContact } from "../sign-up/sign-up-contact.ts";
import type { Batch } from "./batch.ts";
import { finishRequests, type LockedRequest, lockRequests } from "./sql.ts";

/** Turns requests into subscriptions, and returns the requests. Their place in line is that of now. Consent to the mailing
 *  list counts only where the shopper was asked for it. `agree`: what the owner of the address agreed to; null when nobody
 *  has proven that the address is theirs. */
export async function acceptRequests(
  tx: StoreTx,
  batch: Batch,
  agree: ((terms: LockedRequest["terms"]) => Confirmation) | null,
  { canJoinMailingList = true } = {},
): Promise<readonly LockedRequest[]> {
  const requests = await lockRequests(tx, batch);
  // Requests of several calls may differ in what the shopper agreed to, and after an undone merge in the shopper.
  const byTerms = Map.groupBy(requests, ({ shopperId, terms }) => JSON.stringify([shopperId, terms]));
  for (const alike of byTerms.values()) {
    const [first] = alike;
    if (!first) continue;
    const { terms, shopperId, consentedAt } = first;
    const wanted = alike.map((request) => request.wanted);
    const onMailingList = terms.onMailingList && !canJoinMailingList ? null : terms.onMailingList;
    const at = await signUpContact(tx, {
      ...terms,
      onMailingList,
      storeId: tx.storeId,
      shopperId,
      proof: agree ? "link" : "none",
      consentedAt,
      confirmation: agree?.(terms) ?? null,
      wanted,
    });
    const ids = alike.map(({ id }) => id);
    await finishRequests(tx, ids, at);
  }
  return requests;
}
