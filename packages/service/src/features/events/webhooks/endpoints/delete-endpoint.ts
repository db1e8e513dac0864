import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { unknownEndpoint } from "../errors.ts";
import { removeEndpoint } from "./sql.ts";

/** Deletes an endpoint. What waits for it is not sent any more. */
export async function deleteEndpoint(tx: StoreTx, id: EndpointId): Promise<void> {
  if (!(await removeEndpoint(tx, id))) throw unknownEndpoint();
}
