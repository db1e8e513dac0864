import type { PlanId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log.ts";
import type { MailFrom, SignMail } from "../../../platform/messaging/mail/mail.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { AlertLinks } from "../../subscriptions/alert-links.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { alertMail } from "../messages/alert-mail.ts";
import { RenderBudgetSpent } from "../messages/render-budget.ts";
import type { TemplateCache } from "../messages/template-cache.ts";
import type { Reservation } from "../offers/check-reservation.ts";
import type { Senders } from "../senders/store-senders.ts";

export type NotifyDeps = {
  readonly log: Log;
  readonly variants: VariantCache;
  readonly links: AlertLinks;
  /** The stores' own templates; without it every recipient gets the default message. */
  readonly templates?: TemplateCache;
  readonly senders: Senders;
  /** The store's own sender and key. */
  readonly from?: MailFrom | undefined;
  readonly sign?: SignMail | undefined;
};

/** The result of one attempt to notify a recipient. "impossible": no sender for the medium is configured. "not tried": the
 *  store's template is slow, and other stores come first for some seconds. */
export type Attempt = {
  readonly recipient: Recipient;
  readonly result:
    | SendOutcome
    | { readonly state: "impossible"; readonly reason: string }
    | { readonly state: "not tried"; readonly seconds: number };
};

/** Writes the message for one recipient and hands it to the provider. Never throws. */
export async function notify(
  deps: NotifyDeps,
  store: Store,
  planId: PlanId,
  recipient: Recipient,
  reservation: Reservation | undefined,
): Promise<Attempt> {
  const { id, medium } = recipient;
  const sender = deps.senders[medium];
  if (!sender) return { recipient, result: { state: "impossible", reason: `no sender is configured for ${medium}` } };
  try {
    const write = () => writeMessage(deps, store, planId, recipient, reservation);
    return { recipient, result: await sender.send(write, `${planId}-${id}`) };
  } catch (error) {
    if (error instanceof RenderBudgetSpent)
      return { recipient, result: { state: "not tried", seconds: error.retryAfterSeconds ?? 1 } };
    deps.log.warn({ error, subscription: id, plan: planId }, "The message of an alert could not be written");
    return { recipient, result: { state: "deferred", reason: "the message could not be written" } };
  }
}

async function writeMessage(
  { variants, links, templates, from, sign }: NotifyDeps,
  store: Store,
  planId: PlanId,
  recipient: Recipient,
  reservation: Reservation | undefined,
) {
  const [variant] = await variants.findByIds(store.id, [recipient.variantId]);
  if (!variant) throw new Error("The variant no longer exists");
  const offer = reservation && {
    until: reservation.until,
    isReservable: reservation.isReservable,
    url: links.offerUrl({ storeId: store.id, planId, subscriptionId: recipient.id }),
  };
  const clickUrl = alertRules(store.settings).trackClicks
    ? links.clickUrl({ storeId: store.id, planId, subscriptionId: recipient.id })
    : undefined;
  const quantity = Math.min(recipient.quantity, reservation?.unitsMax ?? recipient.quantity);
  const to = { ...recipient, quantity };
  const mail = await alertMail({ store, variant, recipient: to, links, templates, offer, clickUrl });
  return from ? { ...mail, from, ...(sign ? { sign } : {}) } : mail;
}
