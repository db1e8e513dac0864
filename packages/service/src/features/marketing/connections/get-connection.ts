import type { StoreTx } from "../../../platform/db/db.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import type { Store } from "../../stores/store.ts";
import { type Access, openAccess } from "../access.ts";
import type { Connection } from "../connection.ts";
import { unknownConnection } from "../errors.ts";
import { findConnection, findSealedAccess } from "./sql.ts";

export async function getConnection(tx: StoreTx, id: ConnectionId): Promise<Connection> {
  const connection = await findConnection(tx, id);
  if (!connection) throw unknownConnection();
  return connection;
}

export async function getAccess(tx: StoreTx, store: Store, id: ConnectionId): Promise<Access> {
  const sealed = await findSealedAccess(tx, id);
  if (!sealed) throw unknownConnection();
  return openAccess(store, id, sealed);
}
