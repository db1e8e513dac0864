import type { StoreTx } from "../../../../platform/db/db.ts";
import { REFUSALS } from "../../../../platform/http/refusals.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { checkUrl, RefusedByWall, URL_MAX } from "../../../../platform/network/wall.ts";
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

/** Returns the URL as it is stored, without line breaks and other characters that a URL drops. Throws when it is of no use as an
 *  endpoint. Where its host leads is checked with every connection. */
export type CheckWebhookUrl = (url: string) => string;

export const createCheckWebhookUrl =
  (options: { readonly allowLoopback: boolean }): CheckWebhookUrl =>
  (url) => {
    try {
      const { href } = checkUrl(url, options);
      if (href.length > URL_MAX) throw invalidWebhookUrl(REFUSALS.say("url-too-long", { max: URL_MAX }));
      return href;
    } catch (error) {
      if (error instanceof RefusedByWall) throw invalidWebhookUrl(error.message);
      throw error;
    }
  };
