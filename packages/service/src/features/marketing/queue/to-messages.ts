import type { VariantId } from "../../../platform/ids.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import { CONSENT, type MarketingSubject } from "../connection.ts";
import type { Facts, MessageIds } from "../message.ts";

export type MarketingEvent = Extract<OutboxEvent, { subject: MarketingSubject | typeof CONSENT }>;

const NOBODY = { shopperId: null, contactId: null, subscriptionId: null, variantId: null } as const;

/** The messages of an event: one for each person and variant. */
export function toMessages(event: MarketingEvent): MessageIds[] {
  const { subject, createdAt: at, number } = event;
  return about(event).map((one, place) => ({ ...NOBODY, facts: {}, ...one, subject, at, number, place }));
}

type About = Partial<Omit<MessageIds, "subject" | "at" | "number" | "place">>;

function about({ subject, payload }: MarketingEvent): About[] {
  switch (subject) {
    case CONSENT:
      return [{ contactId: payload.contactId }];
    case "list.shared":
      return [{ shopperId: payload.shopperId, facts: { list: payload.publicListId } }];
    case "item.added":
    case "item.removed": {
      const { shopperId, publicListId: list } = payload;
      return payload.variantIds.map((variantId) => ({ shopperId, variantId, facts: { list } }));
    }
    case "alert.subscribed":
    case "alert.unsubscribed":
    case "alert.bought":
      return payload.subscriptionIds.map((subscriptionId, index) => ({
        subscriptionId,
        variantId: payload.variantIds[index] ?? null,
        facts: factsOf(payload.topics?.[index]),
      }));
    case "alert.offered":
    case "alert.sent":
    case "alert.clicked": {
      const variantId: VariantId | null = payload.variantId ?? null;
      return payload.subscriptionIds.map((subscriptionId) => ({
        subscriptionId,
        variantId,
        facts: factsOf(payload.topic),
      }));
    }
  }
}

const factsOf = (topic: string | undefined): Facts => (topic === undefined ? {} : { topic });
