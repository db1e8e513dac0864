import type { ShopperId, StoreId } from "../../platform/ids.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Regid } from "./regid.ts";

export type ShopperKey = { readonly storeId: StoreId; readonly regid: Regid };

/** With a session id, the lookup also finds the row of that session. */
export type SoughtShopper = ShopperKey & { readonly sessionId?: string };

export type NewAccount = ShopperKey & { readonly email: Email };

/** The row of a guest or an account. `belongsTo` is the account of a merged guest, and otherwise the row itself. */
export type FoundShopper = {
  readonly id: ShopperId;
  readonly belongsTo: ShopperId;
  readonly epoch: number;
  /** For a merged guest, `email`, `acceptsMarketing` and `createdAt` (in milliseconds) are the account's. */
  readonly email: string | null;
  readonly acceptsMarketing: boolean;
  readonly createdAt: number;
  /** When the guest was merged, in milliseconds; null for everyone else. */
  readonly mergedAt: number | null;
  readonly session: StoredSession | undefined;
};

/** The row of a session. `usedAt` is in milliseconds and up to a day old. */
export type StoredSession = { readonly usedAt: number; readonly isEnded: boolean };

/** Other tabs of the browser may still use the guest's regid after a login. */
const STANDS_FOR_ACCOUNT_MS = 3_600_000;

/** False for a guest that was merged too long ago: then its regid is no longer valid. */
export const standsForAccount = ({ mergedAt }: FoundShopper, now: number) =>
  mergedAt === null || now - mergedAt <= STANDS_FOR_ACCOUNT_MS;
