import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, SubscriptionId } from "../../../platform/ids.ts";
import { endOfContact } from "../sql.ts";

/** Ends one alert of a contact, or all of them, at once. It is no suppression: whoever signs up again is told again. */
export const unsubscribe = (
  tx: StoreTx,
  contactId: ContactId,
  { only = null, reason }: { only?: SubscriptionId | null; reason: string },
): Promise<number> => endOfContact(tx, contactId, only, reason);
