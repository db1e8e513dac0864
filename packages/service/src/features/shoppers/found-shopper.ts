import type { ShopperId, StoreId } from "../../platform/ids.ts";
import type { Email } from "../../platform/text/email.ts";
import type { Regid } from "./regid.ts";

export type ShopperKey = { readonly storeId: StoreId; readonly regid: Regid };

export type NewAccount = ShopperKey & { readonly email: Email };

/** The row of a guest or an account. `belongsTo` is the account of a merged guest, and otherwise the row itself. */
export type FoundShopper = {
  readonly id: ShopperId;
  readonly belongsTo: ShopperId;
  readonly epoch: number;
  /** For a merged guest, `email` and `createdAt` (in milliseconds) are the account's. */
  readonly email: string | null;
  readonly createdAt: number;
};
