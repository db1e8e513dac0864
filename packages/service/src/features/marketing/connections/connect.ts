import type { StoreTx } from "../../../platform/db/db.ts";
import type { CheckWebhookUrl } from "../../events/webhooks/endpoints/get-endpoint.ts";
import { newSecret } from "../../events/webhooks/secret.ts";
import type { Store } from "../../stores/store.ts";
import { type Access, labelOf, sealAccess } from "../access.ts";
import { CONNECTIONS_MAX, type Connection } from "../connection.ts";
import { klaviyoConnected, tooManyConnections } from "../errors.ts";
import { checkKlaviyoKey, missingField, type NamedAccess, refuseOthers } from "./check-access.ts";
import { getConnection } from "./get-connection.ts";
import { insertConnection, lockTools, selectNewId } from "./sql.ts";

export type WantedConnection = Pick<Connection, "tool" | "subjects" | "passesConsent" | "listId"> & NamedAccess;

/** Connects a tool: from now on, it gets what happens. Returns the secret of an HTTP push, which is never shown again. */
export async function connect(
  tx: StoreTx,
  store: Store,
  checkUrl: CheckWebhookUrl,
  wanted: WantedConnection,
): Promise<{ readonly connection: Connection; readonly secret: string | null }> {
  const access = toAccess(wanted, checkUrl);
  const tools = await lockTools(tx);
  if (tools.length >= CONNECTIONS_MAX) throw tooManyConnections();
  if (access.tool === "klaviyo" && tools.includes("klaviyo")) throw klaviyoConnected();
  const id = await selectNewId(tx);
  const { tool, subjects, passesConsent, listId } = wanted;
  await insertConnection(tx, {
    id,
    tool,
    subjects,
    passesConsent,
    listId,
    label: labelOf(access),
    sealedAccess: sealAccess(store, id, access),
  });
  return { connection: await getConnection(tx, id), secret: access.tool === "http" ? access.secret : null };
}

function toAccess(wanted: WantedConnection, checkUrl: CheckWebhookUrl): Access {
  const { tool, key, url } = wanted;
  refuseOthers(tool, wanted);
  if (tool === "klaviyo") {
    if (key === undefined) throw missingField(tool, "key");
    return { tool, key: checkKlaviyoKey(key) };
  }
  if (url === undefined) throw missingField(tool, "url");
  return { tool, url: checkUrl(url), secret: newSecret() };
}
