import type { EndpointId, StoreId } from "../../../../platform/ids.ts";
import type { DeliveryState } from "../endpoint.ts";

/** A delivery that is due. */
export type DueDelivery = {
  readonly id: string;
  readonly slot: number;
  readonly number: string;
  readonly body: string;
  /** How often it was tried before. */
  readonly tries: number;
  readonly createdAt: Date;
};

/** The turn of an endpoint, which one worker has for a while: its next deliveries are sent. */
export type Turn = {
  readonly storeId: StoreId;
  readonly endpointId: EndpointId;
  readonly lease: number;
  /** By the clock of the database. */
  readonly leasedAt: Date;
  /** How many deliveries were ever queued when the turn began. */
  readonly queued: string;
  readonly waiting: number;
  readonly atOnce: number;
  readonly isTroubled: boolean;
  readonly failedTurns: number;
  readonly failingSince: Date | null;
  readonly failedAt: Date | null;
  readonly problem: string | null;
  readonly pausedUntil: Date | null;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly sealedOldSecret: Buffer | null;
  readonly oldSecretUntil: Date | null;
  readonly deliveries: readonly DueDelivery[];
};

/** How one try went. */
export type Attempt = {
  readonly delivery: DueDelivery;
  readonly state: DeliveryState;
  readonly triedAt: Date;
  readonly tookMs: number;
  readonly status: number | null;
  /** Why it failed, in words for the merchant. */
  readonly problem: string | null;
  /** When it is tried again, if it waits. */
  readonly dueAt: Date;
  /** How many seconds the receiver asks us to wait. */
  readonly retryAfterSeconds?: number | undefined;
};

/** What a turn changes for its endpoint. */
export type TurnResult = {
  readonly turn: Turn;
  readonly attempts: readonly Attempt[];
  readonly health: Health;
  /** Why the endpoint is to be disabled now. */
  readonly giveUpBecause?: string | undefined;
  /** Since a day every try has failed, which the merchant has not been told yet. */
  readonly isFailingForADay: boolean;
};

export type Health = {
  readonly atOnce: number;
  readonly isTroubled: boolean;
  readonly failedTurns: number;
  readonly failingSince: Date | null;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  readonly problem: string | null;
  /** Until then the endpoint has no turn. */
  readonly pausedUntil: Date | null;
};
