import type { ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Regid } from "../regid.ts";

/** An email address or a phone number, and the keyed hash that stands for it in this store. */
export type PersonAddress = { readonly medium: "email" | "sms"; readonly value: string; readonly hash: string };

export type Alert = { readonly id: SubscriptionId; readonly variantId: VariantId; readonly topic: string };

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
  /** Alerts that the person had: a worker that read one before it was deleted records its delivery afterwards, and from
   *  then on only these ids lead to it. */
  readonly alerts?: readonly Alert[];
  /** When the erasure began. */
  readonly since?: Date;
  /** With a time: of what addresses, hashes and regids lead to, only rows from before it. The person may have come back. */
  readonly until?: Date;
};
