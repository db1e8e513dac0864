import { findStateName } from "../../../platform/db/state-name.ts";
import type { PlanId, VariantId } from "../../../platform/ids.ts";
import { definePhrases } from "../../../platform/text/phrases.ts";
import type { Position } from "../../subscriptions/line/range.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import type { AlertPolicy } from "./policy.ts";

/** The numbers are those of the table. "held" is a paused plan: the API uses that word. "superseded": a newer plan notifies
 *  the people who were left. */
export const PLAN_STATES = { open: 0, held: 1, done: 2, cancelled: 3, superseded: 4 } as const;
export type PlanState = keyof typeof PLAN_STATES;

export const planStateName = (state: number): PlanState => findStateName(PLAN_STATES, state) ?? "open";

/** Whether it may still notify people: it is open, or paused. */
export const isUnderWay = ({ state }: { readonly state: PlanState }) => PLAN_STATES[state] < PLAN_STATES.done;

/** What a plan is about. The numbers are those of the table, and each cause has its own numbers of plans. */
export const PLAN_CAUSES = { event: 0, merchant: 1 } as const;
export type PlanCause = keyof typeof PLAN_CAUSES;

/** The alerts for one restock, price drop or call of the merchant. They are sent in waves. Nobody is in it who joined the
 *  line after its first wave began. */
export type Plan = {
  readonly id: PlanId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly cause: PlanCause;
  /** The number of the event that started it. Alerts that the merchant starts have numbers of their own. */
  readonly number: number;
  readonly state: PlanState;
  /** Why the plan is paused or waits; null when the merchant paused it. */
  readonly reason: string | null;
  /** Units wanted by the people selected so far. */
  readonly unitsSelected: number;
  readonly waves: number;
  /** Decides the order when people are drawn at random. */
  readonly seed: string;
  readonly policy: AlertPolicy;
  readonly createdAt: Date;
  /** The last place in line that belongs to it, in microseconds: that of the moment when its first wave began. */
  readonly joinedUntil: string;
  /** How far it has read the line; null before the first wave. */
  readonly next: Position | null;
  /** A draw begins at a random rank, and continues at the first one in its second lap. */
  readonly lap: number;
  /** Whether everyone who was in line has been selected. */
  readonly isLineRead: boolean;
  /** The part of the deliveries table that its deliveries are in. */
  readonly slot: number;
  readonly nextAt: Date | null;
  /** Whether the next wave is due, by the database's clock. */
  readonly isDue: boolean;
};

/** Whether a plan shares out the units of a restock. Only these can be replayed. */
export const isRestock = ({ cause, topic }: Pick<Plan, "cause" | "topic">) => cause === "event" && sharesUnits(topic);

export type Wave = {
  readonly wave: number;
  readonly units: number | null;
  readonly people: number;
  readonly reason: string;
  readonly begunAt: Date;
};

/** Why a wave notified people, or did not. Merchants read these. */
export const WAVE_REASONS = {
  nextInLine: "next in line",
  soldOut: "sold out; everyone left keeps their place",
  allOffered: "all units are offered to others",
  noNewUnits: "no new units",
  lineEmpty: "no one is left in line",
} as const;
export const WAVE_PHRASES = definePhrases({
  "next-in-line": WAVE_REASONS.nextInLine,
  "sold-out": WAVE_REASONS.soldOut,
  "all-offered": WAVE_REASONS.allOffered,
  // 0.1 said this.
  "all-reserved": "all units are reserved",
  "no-new-units": WAVE_REASONS.noNewUnits,
  "line-empty": WAVE_REASONS.lineEmpty,
});

/** The wave of people who confirmed late: their chunks belong to none. */
export const NO_WAVE = 0;

/** What a plan's log has: what it knew each time it selected people, when it was paused, and when it ended. The numbers are
 *  those of the table. */
export const LOG_KINDS = {
  selected: 0,
  soldOut: 1,
  paused: 2,
  resumed: 3,
  cancelled: 4,
  superseded: 5,
} as const;
export type LogKind = keyof typeof LOG_KINDS;

/** What decided how many people a plan selected, and how many they were. A replay needs all of it. */
export type SelectionFacts = {
  /** When the line was read, by the database's clock. */
  readonly at: string;
  readonly wave: number;
  /** Absent when the stock was not counted. */
  readonly stock: { readonly quantity: number; readonly arrived: number } | undefined;
  readonly unitsSelected: number;
  readonly unitsReserved: number;
  readonly isWaitOver: boolean;
  readonly people: number;
  readonly units: number;
};
