import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import type { Store } from "../../../stores/store.ts";
import { secretRotating } from "../errors.ts";
import { newSecret, sealSecret } from "../secret.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { replaceSecret } from "./sql.ts";

/** Returns the new secret. Until the overlap ends, deliveries have the signatures of both. */
export async function rotateWebhookSecret(
  tx: StoreTx,
  store: Store,
  id: EndpointId,
  overlapSeconds: number,
): Promise<string> {
  const secret = newSecret();
  if (!(await replaceSecret(tx, id, sealSecret(store, id, secret), overlapSeconds)))
    throw secretRotating((await getEndpoint(tx, id)).oldSecretUntil);
  return secret;
}
