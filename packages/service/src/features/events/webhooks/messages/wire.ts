import type { SubscriptionId, VariantId } from "../../../../platform/ids.ts";
import type { PublicEvents } from "../../../../platform/outbox/events.ts";
import { marketRecord } from "../../../catalog/variants/wire.ts";
import type { NamedVariant, Names, PublicEvent, PublicSubject } from "./message.ts";

/** The ids of a variant and its product, as text: a 64-bit number would lose digits in many languages. Null when the row is
 *  gone. */
const variantData = (variant: NamedVariant | undefined, productId?: string) => ({
  epi: variant?.platformId ?? null,
  ...marketRecord(variant),
  empi: productId || variant?.productId || variant?.platformId || null,
});
const regid = (names: Names, id: Parameters<Names["regidOf"]>[0]) => names.regidOf(id) ?? null;

const list = ({ publicListId, shopperId }: PublicEvents["list.created"], names: Names) => ({
  lid: publicListId,
  regid: regid(names, shopperId),
});
const items = (payload: PublicEvents["item.added"], names: Names) => ({
  ...list(payload, names),
  items: payload.variantIds.map((id, index) => variantData(names.variantOf(id), payload.productIds[index])),
});
const subscriptions = (
  { subscriptionIds, variantIds }: Pick<PublicEvents["alert.subscribed"], "subscriptionIds" | "variantIds">,
  names: Names,
) =>
  subscriptionIds.map((subscription: SubscriptionId, index) => ({
    subscription,
    ...variantData(names.variantOf(variantIds[index] as VariantId)),
  }));
const contact = (payload: PublicEvents["alert.subscribed"], names: Names) => ({
  contact: payload.contactId,
  subscriptions: subscriptions(payload, names),
});
const progress = ({ planId, subscriptionIds }: PublicEvents["alert.sent"], names: Names) => {
  const line = names.lineOf(planId);
  return {
    plan: planId,
    topic: line?.topic ?? null,
    ...variantData(line && names.variantOf(line.variantId)),
    subscriptions: subscriptionIds.map((subscription) => ({ subscription })),
  };
};
const stock = ({ variantId, number, units }: PublicEvents["stock.restocked"], names: Names) => ({
  ...variantData(names.variantOf(variantId)),
  number,
  units,
});

/** The data of each public event, in the words of the API. A new event does not compile until it is here. */
const DATA = {
  "list.created": list,
  "list.updated": list,
  "list.deleted": list,
  "list.shared": list,
  "item.added": items,
  "item.updated": items,
  "item.removed": items,
  "shopper.merged": ({ guestId, accountId }, names) => ({
    regid: regid(names, accountId),
    guestregid: regid(names, guestId),
  }),
  "shopper.erased": ({ regids, contactIds }) => ({ regids: [...regids], contacts: contactIds.map(String) }),
  "alert.subscribed": contact,
  "alert.confirmed": contact,
  "alert.unsubscribed": contact,
  "alert.failed": contact,
  "alert.offered": progress,
  "alert.sent": progress,
  "alert.clicked": progress,
  "alert.bought": (payload, names) => ({ subscriptions: subscriptions(payload, names) }),
  "stock.restocked": stock,
  "stock.ran-low": stock,
  "price.dropped": ({ variantId, number, currency, from, to }, names) => ({
    ...variantData(names.variantOf(variantId)),
    number,
    currency,
    from,
    to,
  }),
} satisfies { readonly [S in PublicSubject]: (payload: PublicEvents[S], names: Names) => object };

export const PUBLIC_SUBJECTS = Object.keys(DATA) as PublicSubject[];

type Envelope = {
  readonly subject: PublicSubject;
  readonly at: Date;
  readonly number: number;
  readonly pid: string;
  readonly data: object;
};
const toText = ({ subject, at, number, pid, data }: Envelope) =>
  JSON.stringify({ type: subject, timestamp: at.toISOString(), number, store: pid, data });

/** The body of a webhook. */
export function messageBody(event: PublicEvent, names: Names): string {
  const { subject, payload, createdAt: at, number, storeId } = event;
  const toData = DATA[subject] as (payload: PublicEvent["payload"], names: Names) => object;
  return toText({ subject, at, number: Number(number), pid: names.pidOf(storeId), data: toData(payload, names) });
}

const LIST = { lid: "0f9d0b9e-6d0c-4c53-9f6e-0f2ad1c5a8e4", regid: "ElhhDSvVS9pnxLuyhCuWfA" };
const VARIANT = { epi: "40017", empi: "8123" };
const SUBSCRIPTION = "487126534194176001";
const CONTACT = {
  contact: "487126534194176002",
  subscriptions: [{ subscription: SUBSCRIPTION, ...VARIANT }],
};
const PROGRESS = {
  plan: "487126534194176003",
  topic: "backinstock",
  ...VARIANT,
  subscriptions: [{ subscription: SUBSCRIPTION }],
};

type DataOf<S extends PublicSubject> = ReturnType<(typeof DATA)[S]>;
/** An example of each event, for merchants who try their endpoint and for docs/events.md. A test produces each event and
 *  compares. */
export const EXAMPLES: { readonly [S in PublicSubject]: DataOf<S> } = {
  "list.created": LIST,
  "list.updated": LIST,
  "list.deleted": LIST,
  "list.shared": LIST,
  "item.added": { ...LIST, items: [VARIANT] },
  "item.updated": { ...LIST, items: [VARIANT] },
  "item.removed": { ...LIST, items: [VARIANT] },
  "shopper.merged": { regid: LIST.regid, guestregid: "lQ2ZpC8oSxKJ7Wd0mB4tFg" },
  "shopper.erased": { regids: [LIST.regid], contacts: [CONTACT.contact] },
  "alert.subscribed": CONTACT,
  "alert.confirmed": CONTACT,
  "alert.unsubscribed": CONTACT,
  "alert.failed": CONTACT,
  "alert.offered": PROGRESS,
  "alert.sent": PROGRESS,
  "alert.clicked": PROGRESS,
  "alert.bought": { subscriptions: CONTACT.subscriptions },
  "stock.restocked": { ...VARIANT, number: 1, units: 12 },
  "stock.ran-low": { ...VARIANT, number: 1, units: 3 },
  "price.dropped": { ...VARIANT, number: 1, currency: "EUR", from: 80, to: 60 },
} as { readonly [S in PublicSubject]: DataOf<S> };

/** The body of an example. Its number, 0, belongs to no event. */
export const exampleBody = (subject: PublicSubject, { pid, at }: { readonly pid: string; readonly at: Date }) =>
  toText({ subject, at, number: 0, pid, data: EXAMPLES[subject] });

type Example = { readonly subject: PublicSubject | undefined; readonly pid: string; readonly at: Date };

/** Writes the example of an event: the named one, or else the first that the endpoint wants. */
export const exampleWriter =
  ({ subject: named, pid, at }: Example) =>
  (wanted: readonly string[] | null) => {
    const subject = named ?? PUBLIC_SUBJECTS.find((one) => wanted?.includes(one)) ?? "item.added";
    return { subject, body: exampleBody(subject, { pid, at }) };
  };
