import { type Static, Type } from "typebox";
import { isGiven, paging, readPage } from "../../../platform/http/wire.ts";
import type { Page } from "../../../platform/page.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import { mediumName } from "../address.ts";
import { nothingToRemove } from "../errors.ts";
import { filter, productRecord, readFilter, token, toProductHint } from "../wire.ts";
import type { ShownSubscription } from "./fetch-subscriptions.ts";
import type { Removal } from "./remove-subscriptions.ts";

export const FetchIn = Type.Object({ ...shopperCredentials, ...filter, ...paging });
export const RemoveIn = Type.Object({
  ...shopperCredentials,
  epi: Type.Optional(Type.Unknown({ description: "Variant id" })),
  empi: Type.Optional(Type.Unknown({ description: "Product id: all its variants" })),
  ...filter,
});
export const PreferencesIn = Type.Object({
  token,
  end: Type.Optional(Type.String({ pattern: "^\\d{1,19}$" })),
  all: Type.Optional(Type.Literal("1")),
});

export const readFetch = (body: Static<typeof FetchIn>) => ({
  ...readPage(body, { defaultLimit: 10, maxLimit: 100 }),
  ...readFilter(body),
});

export function readRemoval({ epi, empi, ...body }: Static<typeof RemoveIn>): Removal {
  if (!isGiven(epi) && !isGiven(empi)) throw nothingToRemove();
  return {
    ...(isGiven(epi)
      ? { platformId: readPlatformId("epi", epi).text }
      : { productId: readPlatformId("empi", empi).text }),
    ...readFilter(body),
  };
}

const MASK = "XXXXXX";

export const subscriptionsRecord = (
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
    })),
  });

export const removedRecord = (removed: number): string =>
  JSON.stringify({ message: removed > 0 ? "Unsubscribed" : "There was nothing to remove", removed });
