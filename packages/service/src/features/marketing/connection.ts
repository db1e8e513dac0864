import type { ConnectionId } from "../../platform/ids.ts";
import type { PublicEvents } from "../../platform/outbox/events.ts";

export const CONNECTIONS_MAX = 5;
/** More messages than this are not queued for a tool that takes none. */
export const WAITING_MAX = 1_000_000;
/** After so many days a message that could not be sent is dropped. */
export const MESSAGE_DAYS = 7;
/** After so many days a tool is no longer told that a person was erased. */
export const ERASURE_DAYS = 30;
/** After so many days the merchant is told that erasures still wait. */
export const ERASURE_WARN_DAYS = 23;
/** Characters that the database keeps of a problem. */
export const PROBLEM_MAX = 300;

export const TOOLS = ["klaviyo", "http"] as const;
export type ToolName = (typeof TOOLS)[number];

/** The events that a marketing tool can get. Each is about people who may have an address. */
export const SUBJECTS = [
  "alert.subscribed",
  "alert.unsubscribed",
  "alert.offered",
  "alert.sent",
  "alert.clicked",
  "alert.bought",
  "item.added",
  "item.removed",
  "list.shared",
] as const satisfies readonly (keyof PublicEvents)[];
export type MarketingSubject = (typeof SUBJECTS)[number];

/** What a message may be about besides: whether a person is on the mailing list. */
export const CONSENT = "mailing-list.answered";

export const TURN_STATES = { idle: 0, leased: 1, paused: 2 } as const;

export type Connection = {
  readonly id: ConnectionId;
  readonly tool: ToolName;
  /** What people may see of the access. */
  readonly label: string;
  readonly subjects: readonly MarketingSubject[];
  readonly passesConsent: boolean;
  readonly listId: string | null;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly pausedBecause: string | null;
  /** Messages that the tool has not accepted yet. */
  readonly waiting: number;
  readonly sent: number;
  /** Messages about somebody without an address, or whose address gets no messages. */
  readonly skipped: number;
  readonly refused: number;
  /** Messages that were given up: they had waited too long, or too many waited. */
  readonly dropped: number;
  /** People who are still to be erased at the tool. */
  readonly erasuresWaiting: number;
  /** When the first of them began to wait. */
  readonly oldestErasureAt: Date | null;
  /** People whom the tool was never told about: their erasures had waited too long. */
  readonly erasuresLost: number;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  /** Since when every request has failed. Null after a success. */
  readonly failingSince: Date | null;
  readonly problem: string | null;
  readonly refusedAt: Date | null;
  readonly refusal: string | null;
};

/** What the merchant knows the tool as. */
export const nameOf = ({ tool, label }: Pick<Connection, "tool" | "label">) => (tool === "klaviyo" ? "Klaviyo" : label);
