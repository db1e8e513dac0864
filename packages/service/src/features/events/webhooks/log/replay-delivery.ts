import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { getEnabledEndpoint } from "../endpoints/get-endpoint.ts";
import { unknownDelivery } from "../errors.ts";
import { queueDeliveries } from "../messages/queue-deliveries.ts";
import { findDelivery } from "./sql.ts";

/** Sends the event of a delivery again, with the same id and body. The log gets a new delivery, whose id is returned. */
export async function replayDelivery(
  tx: StoreTx,
  endpointId: EndpointId,
  deliveryId: string,
  at?: Date,
): Promise<string> {
  await getEnabledEndpoint(tx, endpointId);
  const found = await findDelivery(tx, endpointId, deliveryId);
  if (!found) throw unknownDelivery();
  const [id = ""] = await queueDeliveries(tx, [{ storeId: tx.storeId, endpointId, ...found }], at);
  tx.wakeAfterCommit("webhooks");
  return id;
}
