import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { unknownPerson } from "../../subscriptions/errors.ts";
import { findPerson, type PersonId } from "../../subscriptions/people/find-person.ts";
import { type Explanation, explainSubscription } from "../plans/explain.ts";

/** Why a person was notified, or was not, for those who do not know the address. */
export async function explainPerson(
  tx: StoreTx,
  id: PersonId,
  about: { readonly variantId: VariantId; readonly topic: string },
): Promise<Explanation> {
  const person = await findPerson(tx, id);
  if (!person) throw unknownPerson();
  return explainSubscription(tx, { address: person.address, ...about });
}
