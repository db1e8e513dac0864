import type { ContactId, PlanId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { EMAIL } from "../address.ts";
import type { State } from "../state.ts";

export type PastContact = {
  readonly id: ContactId;
  readonly createdAt: string;
  readonly addressHash: string;
  readonly medium: typeof EMAIL;
  readonly value: string;
  readonly locale: string;
  readonly currency: string;
};
type WithState<Row> = Row & { readonly state: number };
type Subscription = {
  readonly id: SubscriptionId;
  readonly variantId: VariantId;
  readonly contactId: ContactId;
  readonly shopperId: ShopperId;
  readonly quantity: number;
  readonly topic: string;
  readonly target: number | null;
  readonly signedUpAt: string;
};
export type PastSubscription = WithState<Subscription>;
export type PastConsent = {
  readonly subscriptionId: SubscriptionId;
  readonly givenAt: string;
  readonly addressHash: string;
  readonly source: string;
  readonly wording: string;
  readonly language: string;
};
type Entry = {
  readonly subscriptionId: SubscriptionId;
  readonly planId: PlanId | null;
  readonly at: string;
  readonly reason: string;
  readonly waitedSince: string | null;
  readonly quantity: number | null;
};
export type PastEntry = WithState<Entry>;
export type PastSuppression = { readonly addressHash: string; readonly since: string; readonly reason: string };
export type Named<Row> = Row & { readonly stateName: State };
export type NamedSubscription = Named<Subscription>;
export type NamedEntry = Named<Entry>;
