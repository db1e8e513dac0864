import type { ConnectionId, StoreId } from "../../../platform/ids.ts";
import type { ToolName } from "../connection.ts";
import type { QueuedMessage } from "../message.ts";
import type { Spent } from "../tools/limiter.ts";

/** Somebody who is to be erased at the tool. */
export type DueErasure = {
  readonly id: string;
  readonly at: Date;
  readonly tries: number;
  /** How often the tool has been told. */
  readonly told: number;
  readonly sealedPerson: Buffer;
};

/** The turn of a connection, which one worker has for a while. */
export type LeasedTurn = {
  readonly storeId: StoreId;
  readonly connectionId: ConnectionId;
  readonly tool: ToolName;
  readonly sealedAccess: Buffer;
  readonly listId: string | null;
  readonly lease: number;
  /** By the clock of the database. */
  readonly leasedAt: Date;
  /** Goes up whenever something is queued. */
  readonly arrivals: string;
  readonly isTroubled: boolean;
  readonly failedTurns: number;
  readonly failingSince: Date | null;
  readonly failedAt: Date | null;
  readonly problem: string | null;
  readonly spent: Spent;
  readonly spentAgoMs: number | null;
};

export type Turn = LeasedTurn & {
  readonly messages: readonly QueuedMessage[];
  readonly erasures: readonly DueErasure[];
};

/** How a message ended, or when it is tried again. */
export type MessageResult =
  | { readonly id: string; readonly state: "sent" | "skipped" | "refused" }
  | { readonly id: string; readonly state: "waiting"; readonly dueAt: Date; readonly tries: number };

export type ErasureResult = {
  readonly id: string;
  /** `done`: the tool needs to hear no more of it. `waiting`: it was not tried, because the window was full. */
  readonly state: "done" | "told" | "failed" | "waiting";
  readonly dueAt: Date;
};

/** What a turn changes for its connection. */
export type TurnResult = {
  readonly turn: Turn;
  readonly messages: readonly MessageResult[];
  readonly erasures: readonly ErasureResult[];
  readonly health: Health;
  readonly spent: Spent;
  /** Why the connection is to be paused now. */
  readonly giveUpBecause: string | undefined;
  /** Since a day every request has failed, which the merchant has not been told yet. */
  readonly isFailingForADay: boolean;
  readonly requests: Readonly<Record<RequestOutcome, number>>;
};

export type RequestOutcome = "accepted" | "refused" | "failed" | "throttled";

export type Health = {
  readonly isTroubled: boolean;
  readonly failedTurns: number;
  readonly failingSince: Date | null;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  readonly problem: string | null;
  readonly refusedAt: Date | null;
  readonly refusal: string | null;
  /** Until then the connection has no turn. */
  readonly pausedUntil: Date | null;
};
