import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import type { Endpoint } from "../endpoint.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { markEnabled } from "./sql.ts";

/** Enables an endpoint. What still waits is sent. Events since it was disabled are not: the merchant replays them. */
export async function enableEndpoint(tx: StoreTx, id: EndpointId): Promise<Endpoint> {
  if (await markEnabled(tx, id)) tx.wakeAfterCommit("webhooks");
  return getEndpoint(tx, id);
}
