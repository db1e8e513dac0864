import { type Static, type TSchema, Type } from "typebox";
import { failures, PlatformIdIn } from "../../platform/http/wire.ts";
import { marketIn, readVariantName } from "../catalog/variants/wire.ts";
import { MEDIA } from "../subscriptions/address.ts";
import { TopicIn } from "../subscriptions/wire.ts";
import { DEFAULT_TOPIC } from "./plans/policy.ts";

// Shared by the calls of several rooms.

export const platformId = PlatformIdIn("The variant: a whole number or a text of 1 to 64 characters");
/** An answer that is described, and the failures. */
export const answer = (record: TSchema) => ({ 200: Type.Unsafe<unknown>(record), ...failures });

/** One subscription: an address, a variant and a topic. */
export const SubscriptionIn = Type.Object({
  epi: platformId,
  ...marketIn,
  topic: Type.Optional(TopicIn),
  medium: Type.Union(Object.keys(MEDIA).map((name) => Type.Literal(name))),
  mediumvalue: Type.String({ minLength: 3, maxLength: 254 }),
});

export const readSubscription = (body: Static<typeof SubscriptionIn>) => ({
  variant: readVariantName(body),
  topic: readTopic(body),
  medium: body.medium,
  address: body.mediumvalue,
});

export const readTopic = (body: { topic?: string }) => body.topic ?? DEFAULT_TOPIC;
