import type { ContactId, ShopperId, VariantId } from "../../../platform/ids.ts";
import type { Address } from "../address.ts";
import type { State } from "../state.ts";

/** What a contact of another installation or service wants. Times are texts, which keep their microseconds. */
export type MovedContact = {
  readonly address: Address;
  readonly createdAt: string | null;
  readonly onMailingList: boolean | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};

export type MovedConsent = {
  readonly at: string;
  readonly source: string;
  readonly wording: string;
  readonly language: string | null;
  readonly onMailingList: boolean | null;
};

/** The states that a subscription can be imported in. An offer of another service cannot be kept. */
export type MovedState = Exclude<State, "unconfirmed" | "offered">;

export type MovedSubscription = {
  readonly contact: MovedContact;
  readonly platformId: string;
  readonly topic: string;
  readonly state: MovedState;
  readonly quantity: number;
  /** Its place in line. */
  readonly signedUpAt: string;
  readonly extras: string | null;
  readonly target: number | null;
  /** JSON text. */
  readonly clientProduct: string | null;
  readonly consents: readonly MovedConsent[];
};
export type OwnedSubscription = MovedSubscription & { readonly shopperId: ShopperId | null };

export type PlacedSubscription = OwnedSubscription & {
  readonly variantId: VariantId;
  readonly addressHash: string;
  readonly isSuppressed: boolean;
};

export type ContactSubscription = PlacedSubscription & { readonly contactId: ContactId };

/** By the address or, where the former installation did not know it any more, by its hash. */
export type MovedSuppression = {
  readonly address: Address | null;
  readonly hash: string | null;
  readonly since: string | null;
  readonly reason: string;
};
