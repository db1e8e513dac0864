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
  /** Of the account, where the guest is merged; so is `createdAt`, which is in milliseconds. */
  readonly email: string | null;
  readonly createdAt: number;
};
