import type { ShopperId } from "../../../platform/ids.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Regid } from "../regid.ts";

/** A shopper who owns something that is imported. Without an email it is a guest. */
export type MovedOwner = { readonly regid: Regid; readonly email: Email | null; readonly createdAt: string | null };

/** The shopper's row, or the account that the guest became part of. `erased`: they were erased after the time of the row, or have
 *  not come back. */
export type FoundOwner = { readonly id: ShopperId; readonly isNew: boolean } | "erased";
