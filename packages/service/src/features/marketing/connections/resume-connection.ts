import type { StoreTx } from "../../../platform/db/db.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import type { Connection } from "../connection.ts";
import { getConnection } from "./get-connection.ts";
import { markResumed } from "./sql.ts";

/** Resumes a paused connection: what waits is sent. */
export async function resumeConnection(tx: StoreTx, id: ConnectionId): Promise<Connection> {
  const { pausedAt } = await getConnection(tx, id);
  if (pausedAt) {
    await markResumed(tx, id);
    tx.wakeAfterCommit("marketing");
  }
  return getConnection(tx, id);
}
