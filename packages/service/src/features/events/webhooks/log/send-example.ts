import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { getEnabledEndpoint } from "../endpoints/get-endpoint.ts";
import { queueDeliveries } from "../messages/queue-deliveries.ts";

/** Writes an example for an endpoint that wants these events, or all. */
export type WriteExample = (wanted: readonly string[] | null) => { readonly subject: string; readonly body: string };

/** Sends an example to an endpoint, once. Returns the id of the delivery, whose result is in the log a moment later. */
export async function sendExample(
  tx: StoreTx,
  endpointId: EndpointId,
  write: WriteExample,
  at?: Date,
): Promise<string> {
  const { subjects } = await getEnabledEndpoint(tx, endpointId);
  const delivery = { storeId: tx.storeId, endpointId, number: "0", ...write(subjects) };
  const [id = ""] = await queueDeliveries(tx, [delivery], at);
  tx.wakeAfterCommit("webhooks");
  return id;
}
