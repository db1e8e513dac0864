import type { CONSENT, MarketingSubject } from "./connection.ts";

/** A person, as a tool gets them. One of email and phone is known. */
export type Person = {
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
};

/** A product, as the catalogue has it now. */
export type Item = {
  /** The ids of the shop's platform. */
  readonly variantId: string;
  /** The market that the person waits in. Null: the variant as a whole. */
  readonly market: string | null;
  readonly productId: string | null;
  readonly title: string | null;
  /** Size, colour and so on. */
  readonly option: string | null;
  readonly url: string | null;
  readonly imageUrl: string | null;
  readonly brand: string | null;
  readonly sku: string | null;
  readonly price: number | null;
  readonly compareAtPrice: number | null;
  readonly currency: string | null;
};

/** A message with what was looked up for it, ready to be sent. */
export type Content = {
  /** The id of the queued message. */
  readonly message: string;
  /** The same each time this is sent, and for no other event. */
  readonly uniqueId: string;
  readonly subject: MarketingSubject | typeof CONSENT;
  readonly at: Date;
  readonly person: Person;
  readonly item: Item | null;
  readonly topic: string | null;
  readonly quantity: number | null;
  /** The public id of a list. */
  readonly list: string | null;
  /** Only with the answer about the mailing list. */
  readonly onMailingList: boolean | null;
};
