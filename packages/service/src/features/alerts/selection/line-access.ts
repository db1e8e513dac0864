import type { SubscriptionId } from "../../../platform/ids.ts";
import type { Position } from "../../subscriptions/line/range.ts";
import type { Plan } from "../plans/plan.ts";
import type { Allowance } from "../plans/policy.ts";

/** A part of the line that was read in the plan's order, and how many of its people were selected. */
export type Cut = {
  readonly people: number;
  readonly units: number;
  readonly read: number;
  readonly fitting: number;
  readonly chunks: number;
  readonly lastChosen: Position | null;
  readonly lastRead: Position | null;
};

/** From where a part is read. `ranksBelow` ends the second lap of a draw. */
export type CutRange = { readonly next: Position; readonly ranksBelow: number | null; readonly readMax: number };

export type InLine = { readonly id: SubscriptionId; readonly place: string; readonly quantity: number };

/** Someone who is selected, with the units that they want, and those that are reserved for them by an offer. */
export type Chosen = Omit<InLine, "quantity"> & { readonly wanted: number; readonly reserved: number };

export type ChunkKey = { readonly wave: number; readonly turn: string };

/** Finds people in a line and selects them: in the database, or, for a replay, in the line as it was. Both run the same rules. */
export type LineAccess = {
  cut(plan: Plan, range: CutRange, allowed: Allowance, turn: string): Promise<Cut>;
  findNewcomers(plan: Plan, limit: number): Promise<readonly InLine[]>;
  findReturned(plan: Plan & { readonly next: Position }, limit: number): Promise<readonly InLine[]>;
  choose(plan: Plan, people: readonly Chosen[], chunk: ChunkKey): Promise<void>;
};
