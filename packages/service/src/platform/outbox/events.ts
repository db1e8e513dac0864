import type { ContactId, ListId, PlanId, ShopperId, StoreId, SubscriptionId, VariantId } from "../ids.ts";

/** The catalogue of events: subject → payload. Announcing or reading a subject that is not here does not compile.
 *  Payloads hold ids, never personal data. */
export type Events = PublicEvents & InternalEvents;
export type Subject = keyof Events;

/** `publicListId` is the id that the API shows. It is in the event, because the list may be gone when the event is read. */
type ListChange = { readonly listId: ListId; readonly publicListId: string; readonly shopperId: ShopperId };
type ItemChange = ListChange & { readonly variantIds: readonly VariantId[]; readonly productIds: readonly string[] };
/** The variants and topics are those of the subscriptions, in the same order. */
type ContactChange = {
  readonly contactId: ContactId;
  readonly subscriptionIds: readonly SubscriptionId[];
  readonly variantIds: readonly VariantId[];
  /** Absent in events of older versions. */
  readonly topics?: readonly string[];
};
type PlanProgress = {
  readonly planId: PlanId;
  readonly subscriptionIds: readonly SubscriptionId[];
  /** Both are absent in events of older versions. */
  readonly variantId?: VariantId;
  readonly topic?: string;
};
/** `number` counts the restocks of a variant, or its prices; a plan for alerts has the same number. */
type StockChange = { readonly variantId: VariantId; readonly number: number; readonly units: number };

/** Events that other systems may rely on: their names do not change, and their payloads keep what they have. */
export type PublicEvents = {
  "list.created": ListChange;
  "list.updated": ListChange;
  "list.deleted": ListChange;
  "list.shared": ListChange;
  "item.added": ItemChange;
  "item.updated": ItemChange;
  "item.removed": ItemChange;
  "shopper.merged": { readonly guestId: ShopperId; readonly accountId: ShopperId };
  /** A person was erased: an account with its guests, or a guest, and the contacts with their addresses. The rows are gone
   *  when the event is read, so the public ids are in it. */
  "shopper.erased": {
    readonly shopperIds: readonly ShopperId[];
    readonly regids: readonly string[];
    readonly contactIds: readonly ContactId[];
  };
  "alert.subscribed": ContactChange;
  "alert.confirmed": ContactChange;
  "alert.unsubscribed": ContactChange;
  "alert.failed": ContactChange;
  "alert.offered": PlanProgress;
  "alert.sent": PlanProgress;
  "alert.clicked": PlanProgress;
  "alert.bought": {
    readonly subscriptionIds: readonly SubscriptionId[];
    readonly variantIds: readonly VariantId[];
    /** Absent in events of older versions. */
    readonly topics?: readonly string[];
  };
  "stock.restocked": StockChange;
  "stock.ran-low": StockChange;
  "price.dropped": {
    readonly variantId: VariantId;
    readonly number: number;
    readonly currency: string;
    readonly from: number;
    readonly to: number;
  };
};

/** Events between our own processes. */
type InternalEvents = {
  /** Settings or keys of the store changed: each process drops its cached copy. */
  "store.changed": Record<string, never>;
  /** The markets of the store changed: a worker counts their stock again, a page of variants after `after` with each event. */
  "markets.changed": { readonly after: VariantId };
  /** A worker copies the items of a large list. */
  "list.copying": { readonly from: ListId; readonly to: ListId; readonly shopperId: ShopperId };
  /** The shop's server sent product data: each process drops its cached copy. */
  "variant.changed": { readonly variantIds: readonly VariantId[] };
  /** The catalogue has told or changed the product that variants belong to. */
  "variant.product-changed": { readonly variantIds: readonly VariantId[] };
  /** An import put items on lists. Three lists of the same length: who has which variant, of which product. Only figures are
   *  counted from it: it is no event of a shopper. */
  "items.imported": {
    readonly shopperIds: readonly ShopperId[];
    readonly variantIds: readonly VariantId[];
    readonly productIds: readonly string[];
  };
  /** The owner of an address, or the shop, said whether it belongs on the mailing list; the contact has the answer. */
  "mailing-list.answered": { readonly contactId: ContactId };
  "shopper.unmerged": { readonly guestId: ShopperId; readonly accountId: ShopperId };
  /** More units of a variant that is already in stock. */
  "stock.added": StockChange;
  /** What orders of one day and currency add to the results, or take away: units and money for each variant and topic. */
  "order.counted": {
    readonly day: string;
    readonly currency: string;
    readonly variantIds: readonly VariantId[];
    readonly topics: readonly string[];
    readonly units: readonly number[];
    /** Decimals as text. */
    readonly revenue: readonly string[];
  };
  /** How many people and units joined each line, or left it if the number is negative. Triggers write it. */
  "line.changed": {
    readonly variantIds: readonly VariantId[];
    readonly topics: readonly string[];
    readonly people: readonly number[];
    readonly units: readonly number[];
  };
};

/** A row of the outbox. Comparing `subject` narrows the type of `payload`. */
export type OutboxEvent = {
  [S in Subject]: {
    readonly id: string;
    /** The number of the event in its store: 1, 2, 3 and so on, in the order of reading. */
    readonly number: string;
    readonly storeId: StoreId;
    readonly subject: S;
    readonly payload: Events[S];
    readonly createdAt: Date;
  };
}[Subject];
