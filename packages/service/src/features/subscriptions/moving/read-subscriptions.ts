import type { ReadLines } from "../../../platform/db/lines.ts";
import { selectContacts, selectHashedSuppressions, selectKnownSuppressions, selectSubscriptions } from "./sql.ts";

/** Contacts, subscriptions with their consents, and suppressions, for an export. */
export const readSubscriptions = {
  contacts: selectContacts,
  suppressions: selectKnownSuppressions,
  "hashed-suppressions": selectHashedSuppressions,
  subscriptions: selectSubscriptions,
} satisfies Record<string, ReadLines>;
