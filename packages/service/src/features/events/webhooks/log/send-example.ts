import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { getEnabledEndpoint } from "../endpoints/get-endpoint.ts";
import { queueDeliveries } from "../messages/queue-deliveries.ts";

/** Sends an example to an endpoint, once. Returns the id of the delivery, whose result is in the log a moment later. */
export async function sendExample(
  tx: StoreTx,
  endpointId: EndpointId,
  example: { readonly subject: string; readonly body: string },
  at: Date,
): Promise<string> {
  await getEnabledEndpoint(tx, endpointId);
  const [id = ""] = await queueDeliveries(tx, [{ storeId: tx.storeId, endpointId, number: "0", ...example }], at);
  tx.wakeAfterCommit("webhooks");
  return id;
}
