import type { EndpointId } from "../../../../platform/ids.ts";
import type { DeliveryState } from "../endpoint.ts";

/** A delivery in the log. */
export type Delivery = {
  readonly id: string;
  readonly endpointId: EndpointId;
  /** The number of the event in its store. 0: an example. */
  readonly number: string;
  readonly subject: string;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly createdAt: Date;
  readonly triedAt: Date | null;
  /** When it is tried next, if it waits. */
  readonly dueAt: Date;
  readonly status: number | null;
  readonly tookMs: number | null;
  readonly problem: string | null;
};

export type DeliveryFilter = { readonly endpointId: EndpointId | null; readonly state: DeliveryState | null };
