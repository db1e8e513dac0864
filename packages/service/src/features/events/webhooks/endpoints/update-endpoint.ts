import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import type { Endpoint } from "../endpoint.ts";
import { type CheckWebhookUrl, getEndpoint } from "./get-endpoint.ts";
import { type EndpointChanges, forgetHealth, storeChanges } from "./sql.ts";

/** An absent field is not changed. What waits is sent to the new URL. */
export async function updateEndpoint(
  tx: StoreTx,
  checkWebhookUrl: CheckWebhookUrl,
  id: EndpointId,
  changes: EndpointChanges,
): Promise<Endpoint> {
  const url = changes.url === undefined ? undefined : checkWebhookUrl(changes.url);
  const before = await getEndpoint(tx, id);
  await storeChanges(tx, id, { ...changes, ...(url === undefined ? {} : { url }) });
  if (url !== undefined && url !== before.url) {
    await forgetHealth(tx, id);
    tx.wakeAfterCommit("webhooks");
  }
  return getEndpoint(tx, id);
}
