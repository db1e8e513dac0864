import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { unknownPerson } from "../errors.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { endSubscriptions } from "../sql.ts";
import type { PersonId } from "./find-person.ts";
import { findContactByHash, findOpenOf, findOpenRequests } from "./sql.ts";

/** Ends the alerts of a person on their behalf: all of them, or those for a variant or topic. Returns how many ended. */
export async function unsubscribePerson(
  tx: StoreTx,
  id: PersonId,
  only: { readonly variantId: VariantId | null; readonly topic: string | null },
): Promise<number> {
  const contact = await findContactByHash(tx, id);
  if (!contact) {
    if ((await findOpenRequests(tx, id, 1)).length === 0) throw unknownPerson();
    return 0;
  }
  const open = await findOpenOf(tx, contact.id, only);
  return endSubscriptions(
    tx,
    open.map((one) => one.id),
    { state: "unsubscribed", reason: HAPPENINGS.say("left-by-store", {}) },
  );
}
