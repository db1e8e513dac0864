import type { StoreTx } from "../../../platform/db/db.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import type { Connection } from "../connection.ts";
import { getConnection } from "./get-connection.ts";
import { removeConnection } from "./sql.ts";

/** Disconnects a tool and forgets its key. What waits is not sent, also no erasure: the answer says how many. */
export async function disconnect(tx: StoreTx, id: ConnectionId): Promise<Connection> {
  const connection = await getConnection(tx, id);
  await removeConnection(tx, id);
  return connection;
}
