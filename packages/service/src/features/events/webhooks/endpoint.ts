import type { EndpointId } from "../../../platform/ids.ts";

export const ENDPOINTS_MAX = 50;
export const DESCRIPTION_MAX = 200;
/** How long the former secret still signs after a rotation. */
export const OVERLAP_SECONDS = { fallback: 86_400, max: 7 * 86_400 };

export const TURN_STATES = { idle: 0, leased: 1, disabled: 2 } as const;
export const DELIVERY_STATES = { waiting: 0, delivered: 1, failed: 2 } as const;
export type DeliveryState = keyof typeof DELIVERY_STATES;

export type Endpoint = {
  readonly id: EndpointId;
  readonly url: string;
  readonly description: string;
  /** The events that are sent. Null: all. */
  readonly subjects: readonly string[] | null;
  readonly createdAt: Date;
  readonly oldSecretUntil: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledBecause: string | null;
  /** Deliveries that are not accepted yet. */
  readonly waiting: number;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  /** Since when every try has failed. Null after a success. */
  readonly failingSince: Date | null;
  readonly problem: string | null;
  readonly replay: Replay | null;
};

/** The last replay of an endpoint. */
export type Replay = {
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Events that were queued so far. */
  readonly events: number;
  /** Why it did not send everything that was asked for. */
  readonly problem: string | null;
};
