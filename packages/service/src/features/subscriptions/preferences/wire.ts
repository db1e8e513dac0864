import { type Static, Type } from "typebox";
import {
  described,
  isGiven,
  named,
  nullable,
  PlatformIdIn,
  paging,
  readPage,
  refTo,
} from "../../../platform/http/wire.ts";
import type { Page } from "../../../platform/page.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { marketIn, readVariantName } from "../../catalog/variants/wire.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import { mediumName, toAddress } from "../address.ts";
import { nothingToRemove } from "../errors.ts";
import { STATES } from "../state.ts";
import { filter, productRecord, productRecordOut, readFilter, token, toProductHint } from "../wire.ts";
import type { ShownSubscription } from "./fetch-subscriptions.ts";
import type { Removal } from "./remove-subscriptions.ts";

export const FetchIn = Type.Object({ ...shopperCredentials, ...filter, ...paging });
export const RemoveIn = Type.Object({
  ...shopperCredentials,
  epi: Type.Optional(PlatformIdIn("Variant id")),
  ...marketIn,
  empi: Type.Optional(PlatformIdIn("Product id: all its variants")),
  ...filter,
  mediumvalue: Type.Optional(Type.String({ maxLength: 500, description: "Only the alerts for this address" })),
});
export const PreferencesIn = Type.Object({
  token,
  end: Type.Optional(Type.String({ pattern: "^\\d{1,19}$", examples: ["1234567"] })),
  all: Type.Optional(Type.Literal("1")),
});

export const readFetch = (body: Static<typeof FetchIn>) => ({
  ...readPage(body, { defaultLimit: 10, maxLimit: 100 }),
  ...readFilter(body),
});

export function readRemoval({ epi, empi, market, mediumvalue, ...body }: Static<typeof RemoveIn>): Removal {
  if (!isGiven(epi) && !isGiven(empi)) throw nothingToRemove();
  const medium = body.medium ?? (mediumvalue?.includes("@") ? "email" : "sms");
  return {
    ...(isGiven(epi)
      ? { variant: readVariantName({ epi, market }) }
      : { productId: readPlatformId("empi", empi).text }),
    ...readFilter(body),
    ...(mediumvalue === undefined ? { value: null } : toAddress(medium, mediumvalue)),
  };
}

const SubscriptionOut = named(
  "Subscription",
  Type.Object({
    ...productRecordOut,
    topic: Type.String(),
    medium: Type.String({ description: "email or sms" }),
    mediumvalue: Type.String({ description: "The address; XXXXXX for a guest" }),
    state: Type.String({ description: `One of ${Object.keys(STATES).join(", ")}` }),
    cts: Type.Integer({ description: "Signed up, in milliseconds since 1970" }),
    cby: nullable(Type.String({ description: "Who signed up: the email of an account" })),
    uby: nullable(Type.String({ description: "Who changed it" })),
  }),
);
export const SUBSCRIPTION_RECORDS = [SubscriptionOut];
export const SubscriptionsOut = described(
  Type.Object({
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Integer(),
    subscriptions: Type.Array(refTo(SubscriptionOut)),
  }),
);
export const RemovedOut = described(Type.Object({ message: Type.String(), removed: Type.Integer() }));

const MASK = "XXXXXX";

/** `email` is the account's; a guest has none. */
export const subscriptionsRecord = (
  email: string | null,
  { limit, offset }: Page,
  { total, subscriptions }: { total: number; subscriptions: readonly ShownSubscription[] },
): string =>
  JSON.stringify({
    limit,
    offset,
    total,
    subscriptions: subscriptions.map(({ variant, clientProduct, topic, medium, value, state, signedUpAt }) => ({
      ...productRecord(variant, toProductHint(clientProduct)),
      topic,
      medium: mediumName(medium),
      mediumvalue: value ?? MASK,
      state,
      cts: signedUpAt.getTime(),
      cby: email,
      uby: email,
    })),
  });

export const removedRecord = (removed: number): string =>
  JSON.stringify({ message: removed > 0 ? "Unsubscribed" : "There was nothing to remove", removed });
