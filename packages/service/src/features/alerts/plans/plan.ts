import { findStateName } from "../../../platform/db/state-name.ts";
import type { PlanId, VariantId } from "../../../platform/ids.ts";
import type { AlertPolicy } from "./policy.ts";

/** The numbers are those of the table. "held" is a paused plan: the API uses that word. */
export const PLAN_STATES = { open: 0, held: 1, done: 2, cancelled: 3 } as const;
export type PlanState = keyof typeof PLAN_STATES;

export const planStateName = (state: number): PlanState => findStateName(PLAN_STATES, state) ?? "open";

/** The alerts for one restock, price drop or call of the merchant. They are sent in waves. */
export type Plan = {
  readonly id: PlanId;
  readonly variantId: VariantId;
  readonly topic: string;
  /** The number of the event that started it. Alerts that the merchant starts are counted per variant and topic. */
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
  readonly nextAt: Date | null;
  /** Whether the next wave is due, by the database's clock. */
  readonly isDue: boolean;
};

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
  allReserved: "all units are reserved",
  noNewUnits: "no new units",
  lineEmpty: "no one is left in line",
} as const;
