import type { ShopperId } from "../../../platform/ids.ts";
import type { Regid } from "../regid.ts";

/** An email address or a phone number, and the keyed hash that stands for it in this store. */
export type PersonAddress = { readonly medium: "email" | "sms"; readonly value: string; readonly hash: string };

/** What the tables of a store know one person by. */
export type Person = {
  /** After a restore some may be missing: the erasure log has only their hashes. */
  readonly addresses: readonly PersonAddress[];
  readonly hashes: readonly string[];
  /** Other addresses that only this person wanted messages at and that nobody has confirmed. Mails to them are deleted. */
  readonly unconfirmed: readonly Pick<PersonAddress, "medium" | "value">[];
  /** Of the account and of the guests that are part of it, or of a guest. */
  readonly regids: readonly Regid[];
  readonly shopperIds: readonly ShopperId[];
};
