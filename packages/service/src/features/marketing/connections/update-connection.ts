import type { StoreTx } from "../../../platform/db/db.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import type { CheckWebhookUrl } from "../../events/webhooks/endpoints/get-endpoint.ts";
import type { Store } from "../../stores/store.ts";
import { type Access, labelOf, sealAccess } from "../access.ts";
import type { Connection } from "../connection.ts";
import { checkKlaviyoKey, type NamedAccess, refuseOthers } from "./check-access.ts";
import { getAccess, getConnection } from "./get-connection.ts";
import { type ConnectionChanges, markResumed, storeAccess, storeChanges } from "./sql.ts";

/** An absent field is not changed. With a new key or URL, the connection is no longer paused, and gets what waits. */
export async function updateConnection(
  tx: StoreTx,
  store: Store,
  checkUrl: CheckWebhookUrl,
  id: ConnectionId,
  { key, url, ...changes }: ConnectionChanges & NamedAccess,
): Promise<Connection> {
  const { tool } = await getConnection(tx, id);
  refuseOthers(tool, { key, url, listId: changes.listId });
  await storeChanges(tx, id, changes);
  const before = await getAccess(tx, store, id);
  const access = changeAccess(before, { key, url }, checkUrl);
  if (access !== before) {
    await storeAccess(tx, id, { label: labelOf(access), sealedAccess: sealAccess(store, id, access) });
    await markResumed(tx, id);
    tx.wakeAfterCommit("marketing");
  }
  return getConnection(tx, id);
}

function changeAccess(before: Access, { key, url }: NamedAccess, checkUrl: CheckWebhookUrl): Access {
  if (before.tool === "klaviyo") return key === undefined ? before : { ...before, key: checkKlaviyoKey(key) };
  return url === undefined ? before : { ...before, url: checkUrl(url) };
}
