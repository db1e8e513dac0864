import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { checkUrl, RefusedByWall } from "../../../../platform/network/wall.ts";
import type { Endpoint } from "../endpoint.ts";
import { endpointDisabled, invalidWebhookUrl, unknownEndpoint } from "../errors.ts";
import { findEndpoint } from "./sql.ts";

export async function getEndpoint(tx: StoreTx, id: EndpointId): Promise<Endpoint> {
  const endpoint = await findEndpoint(tx, id);
  if (!endpoint) throw unknownEndpoint();
  return endpoint;
}

/** Throws when the endpoint is disabled: nothing would be sent. */
export async function getEnabledEndpoint(tx: StoreTx, id: EndpointId): Promise<Endpoint> {
  const endpoint = await getEndpoint(tx, id);
  if (endpoint.disabledAt) throw endpointDisabled();
  return endpoint;
}

/** Throws when a URL is of no use as an endpoint. Where its host leads is checked with every connection. */
export type CheckWebhookUrl = (url: string) => void;

export const createCheckWebhookUrl =
  (options: { readonly allowLoopback: boolean }): CheckWebhookUrl =>
  (url) => {
    try {
      checkUrl(url, options);
    } catch (error) {
      if (error instanceof RefusedByWall) throw invalidWebhookUrl(error.message);
      throw error;
    }
  };
