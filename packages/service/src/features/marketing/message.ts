import type { ConnectionId, ContactId, ShopperId, StoreId, SubscriptionId, VariantId } from "../../platform/ids.ts";
import type { CONSENT, MarketingSubject } from "./connection.ts";

/** What a message says beside ids. Never personal data. */
export type Facts = {
  readonly topic?: string;
  /** The public id of a list. */
  readonly list?: string;
};

/** A message about one person, and one variant if it is about a product, as it is queued: ids only. */
export type MessageIds = {
  readonly subject: MarketingSubject | typeof CONSENT;
  /** When the event happened. */
  readonly at: Date;
  /** The number of the event in its store, and the place of this person and variant in it. */
  readonly number: string;
  readonly place: number;
  readonly shopperId: ShopperId | null;
  readonly contactId: ContactId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly variantId: VariantId | null;
  readonly facts: Facts;
};

export type NewMessage = MessageIds & { readonly storeId: StoreId; readonly connectionId: ConnectionId };

/** A message that waits for its turn. */
export type QueuedMessage = MessageIds & {
  readonly id: string;
  readonly tries: number;
  /** It was sent before, and nobody knows whether it arrived. */
  readonly isUncertain: boolean;
};
