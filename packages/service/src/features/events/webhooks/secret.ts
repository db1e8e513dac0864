import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SealContext } from "../../../platform/crypto/seal.ts";
import type { EndpointId } from "../../../platform/ids.ts";
import type { Store } from "../../stores/store.ts";

const BYTES = 32;

/** A secret as merchants and the libraries of Standard Webhooks write it. */
export const newSecret = () => `whsec_${randomBytes(BYTES).toString("base64")}`;

const contextOf = (owner: EndpointId): SealContext => ({ purpose: "webhook-secret", owner });

export const sealSecret = ({ seal }: Store, endpointId: EndpointId, secret: string) =>
  seal.seal(Buffer.from(secret), contextOf(endpointId));

export type OpenSecret = (store: Store, endpointId: EndpointId, sealed: Buffer) => string;

const OPENED_MAX = 10_000;

/** Opens secrets, and remembers those of the last endpoints: each turn of an endpoint needs its secret. */
export function createOpenSecret(): OpenSecret {
  const opened = new LRUCache<string, string>({ max: OPENED_MAX });
  return ({ seal }, endpointId, sealed) => {
    const key = `${endpointId} ${sealed.toString("latin1")}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const secret = seal.open(sealed, contextOf(endpointId)).toString();
    opened.set(key, secret);
    return secret;
  };
}
