import type { StoreTx } from "../../../../platform/db/db.ts";
import type { Store } from "../../../stores/store.ts";
import { ENDPOINTS_MAX, type Endpoint } from "../endpoint.ts";
import { tooManyEndpoints } from "../errors.ts";
import { newSecret, sealSecret } from "../secret.ts";
import { type CheckWebhookUrl, getEndpoint } from "./get-endpoint.ts";
import { countEndpoints, insertEndpoint, selectNewId } from "./sql.ts";

/** Returns the endpoint with its secret, which is never shown again. */
export async function createEndpoint(
  tx: StoreTx,
  store: Store,
  checkWebhookUrl: CheckWebhookUrl,
  wanted: Pick<Endpoint, "url" | "description" | "subjects">,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const url = checkWebhookUrl(wanted.url);
  if ((await countEndpoints(tx)) >= ENDPOINTS_MAX) throw tooManyEndpoints();
  const id = await selectNewId(tx);
  const secret = newSecret();
  await insertEndpoint(tx, { ...wanted, url, id, sealedSecret: sealSecret(store, id, secret) });
  return { endpoint: await getEndpoint(tx, id), secret };
}
