import type { EndpointId, PlanId, ShopperId, StoreId, VariantId } from "../../../../platform/ids.ts";
import type { OutboxEvent, PublicEvents } from "../../../../platform/outbox/events.ts";
import type { VariantName } from "../../../catalog/variants/variant-name.ts";

export type PublicSubject = keyof PublicEvents;
export type PublicEvent = Extract<OutboxEvent, { subject: PublicSubject }>;

/** The ids that the API shows for the internal ids of a page of events. Undefined: the row is gone. */
export type Names = {
  readonly pidOf: (storeId: StoreId) => string;
  readonly regidOf: (id: ShopperId) => string | undefined;
  readonly variantOf: (id: VariantId) => NamedVariant | undefined;
  readonly lineOf: (id: PlanId) => { readonly variantId: VariantId; readonly topic: string } | undefined;
};
export type NamedVariant = VariantName & { readonly productId: string | null };

/** An event that is to be sent to an endpoint. */
export type NewDelivery = {
  readonly storeId: StoreId;
  readonly endpointId: EndpointId;
  /** The number of the event in its store. 0: an example. */
  readonly number: string;
  readonly subject: string;
  readonly body: string;
};
