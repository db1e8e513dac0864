import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import type { Actor } from "../../../stores/access/caller.ts";
import { recordAudit } from "../../../stores/audit/record-audit.ts";
import type { Endpoint } from "../endpoint.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { notifyMembers } from "./notify-members.ts";
import { markDisabled } from "./sql.ts";

const KEEPSAKE: Actor = { kind: "operator", id: "keepsake", name: "Keepsake" };

/** Disables an endpoint on the merchant's behalf. */
export async function disableEndpoint(tx: StoreTx, id: EndpointId): Promise<Endpoint> {
  await markDisabled(tx, id, "You disabled it.");
  return getEndpoint(tx, id);
}

/** Disables an endpoint that cannot be reached, and tells the merchant. Returns false when it was disabled or deleted
 *  already. */
export async function giveUpEndpoint(tx: StoreTx, id: EndpointId, because: string): Promise<boolean> {
  if (!(await markDisabled(tx, id, because))) return false;
  const { url } = await getEndpoint(tx, id);
  await recordAudit(tx, { actor: KEEPSAKE, action: "webhook.disabled", details: { endpoint: id, url, because } });
  await notifyMembers(tx, { about: "webhook.disabled", endpointId: id, url, because });
  return true;
}
