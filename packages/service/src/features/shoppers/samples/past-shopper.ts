import type { ShopperId } from "../../../platform/ids.ts";

export type PastShopper = {
  readonly id: ShopperId;
  readonly createdAt: string;
  /** Null for a guest. */
  readonly email: string | null;
};
