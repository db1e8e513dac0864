import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import type { Actor } from "../../../stores/access/caller.ts";
import { recordAudit } from "../../../stores/audit/record-audit.ts";
import type { NotifyMembers } from "../../../stores/members/notify-members.ts";
import type { Store } from "../../../stores/store.ts";
import type { Endpoint } from "../endpoint.ts";
import { DISABLED_BECAUSE } from "../problems.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { markDisabled } from "./sql.ts";

const KEEPSAKE: Actor = { kind: "operator", id: "keepsake", name: "Keepsake" };

/** Why an endpoint is disabled that the merchant disabled. */
export const BY_MERCHANT = DISABLED_BECAUSE.say("by-merchant", {});

/** Disables an endpoint on the merchant's behalf. */
export async function disableEndpoint(tx: StoreTx, id: EndpointId): Promise<Endpoint> {
  await markDisabled(tx, id, BY_MERCHANT);
  return getEndpoint(tx, id);
}

type Told = { readonly store: Store; readonly notifyMembers: NotifyMembers };
const KEPT = "Events are kept for three days, and deliveries in the log for five.";

/** Tells the merchant that an endpoint has accepted nothing for a day. */
export async function warnAboutEndpoint(tx: StoreTx, { store, notifyMembers }: Told, id: EndpointId): Promise<void> {
  const { url, problem } = await getEndpoint(tx, id);
  await notifyMembers(tx, store, {
    subject: "A webhook endpoint has failed for a day",
    what: `${url} has accepted no event for a day. ${problem ?? ""}`.trim(),
    whatToDo: `Repair the receiver soon. Each delivery is tried for about 28 hours, and after five days the endpoint is disabled. Replay what was not delivered with webhooks/replay. ${KEPT}`,
    scope: "webhooks",
  });
}

/** Disables an endpoint that cannot be reached, and tells the merchant. Returns false when it was disabled or deleted
 *  already. */
export async function giveUpEndpoint(
  tx: StoreTx,
  { store, notifyMembers }: Told,
  id: EndpointId,
  because: string,
): Promise<boolean> {
  if (!(await markDisabled(tx, id, because))) return false;
  const { url } = await getEndpoint(tx, id);
  await recordAudit(tx, {
    actor: KEEPSAKE,
    action: "webhook.disabled",
    details: { endpoint: id, url, because, why: DISABLED_BECAUSE.read(because) },
  });
  await notifyMembers(tx, store, {
    subject: "A webhook endpoint was disabled",
    what: `Keepsake sends no more events to ${url}. ${because}`,
    whatToDo: `When the receiver works again, enable the endpoint, and replay the events of the time in between. ${KEPT}`,
    scope: "webhooks",
  });
  return true;
}
