import { type Static, Type } from "typebox";
import { AppError } from "../../../platform/errors.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import { nullable, PlatformIdOut } from "../../../platform/http/wire.ts";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import { marketOut, marketRecord } from "../../catalog/variants/wire.ts";
import type { Market } from "../../stores/settings/settings.ts";
import type { Hold, HoldReport } from "./hold.ts";

const HOLDS_MAX = 500;
const DEFAULT_LIMIT = 100;

const Offer = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  examples: ["8c2f5a0e-7c1d-4b1e-9a53-0f6b8a1f2d47"],
  description: "The acceptance of an offer: the same in every call, and unlike any other",
});

export const HoldsIn = Type.Object({
  state: Type.Optional(
    Type.Union([Type.Literal("open"), Type.Literal("held")], {
      description:
        "`open`: what there is to reserve (wanted) and to release (ending), the default. `held`: what is reserved",
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 100, description: "`next` of the page before" })),
  limit: Type.Optional(
    Type.String({ pattern: "^([1-9]\\d?|[1-4]\\d\\d|500)$", description: "1 to 500; 100 if left out" }),
  ),
});

export const readHoldsQuery = ({ state = "open", after, limit }: Static<typeof HoldsIn>) => ({
  poll: state,
  after: readCursor(after, [isInteger])?.[0] ?? "0",
  limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
});

/** A full page may have a next one. */
export const nextOf = (holds: readonly Hold[], limit: number) => {
  const last = holds.at(-1);
  return last && holds.length === limit ? writeCursor([last.id]) : null;
};

export const HoldsOut = Type.Object({
  holds: Type.Array(
    Type.Object({
      offer: Offer,
      epi: PlatformIdOut("Variant id"),
      ...marketOut,
      locations: Type.Optional(
        Type.Array(Type.String(), {
          description:
            "The locations that the market sells from: reserve the units at these. Without this field, at any location",
        }),
      ),
      empi: nullable(PlatformIdOut("Product id")),
      units: Type.Integer(),
      until: Type.String({ format: "date-time", description: "When the offer ends, unless it ends before" }),
      state: Type.Enum(["wanted", "held", "ending"], {
        description: "`wanted`: reserve it now. `held`: it is reserved. `ending`: the offer is over, release it now",
      }),
      reference: nullable(Type.String({ description: "What the platform calls the reservation, as it was reported" })),
      url: nullable(Type.String()),
    }),
    { maxItems: HOLDS_MAX },
  ),
  next: nullable(Type.String({ description: "Send it as `after` for the next page; null when there is none" })),
});

export const HoldsReportIn = Type.Object({
  holds: Type.Array(
    Type.Object({
      offer: Offer,
      state: Type.Union([Type.Literal("held"), Type.Literal("refused"), Type.Literal("released")]),
      reference: Type.Optional(nullableText(200, "What the platform calls the reservation")),
      url: Type.Optional(
        nullableText(
          2_048,
          "Where the shopper buys what is reserved, such as a cart or an invoice: http or https, on any host",
        ),
      ),
      reason: Type.Optional(nullableText(500, "Why it was refused, for the merchant")),
    }),
    { minItems: 1, maxItems: HOLDS_MAX },
  ),
});

function nullableText(maxLength: number, description: string) {
  return Type.Union([Type.String({ maxLength, description }), Type.Null()]);
}

export const HoldsReportOut = Type.Object({
  message: Type.String(),
  changed: Type.Integer({ description: "How many of the reports changed something" }),
});

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Leaves out what cannot be an acceptance of ours. */
export const toHoldReports = ({ holds }: Static<typeof HoldsReportIn>): HoldReport[] =>
  holds
    .map(({ offer, state, reference, url, reason }) => ({
      token: offer,
      state,
      reference: reference || null,
      url: url ? readBuyUrl(url) : null,
      reason: reason || null,
    }))
    .filter(({ token }) => UUID.test(token));

/** The connector's key is trusted with the host: checkouts are often on another one than the shop. */
function readBuyUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new AppError("invalid", "invalid-parameter", "url must be a http or https URL without a user name.");
  return url.href;
}

export const holdRecord = (
  { token, units, until, state, reference, url }: Hold,
  variant: Pick<Variant, "platformId" | "market" | "productId">,
  markets: readonly Market[],
) => ({
  offer: token,
  epi: variant.platformId,
  ...marketRecord(variant),
  ...locationsOf(variant, markets),
  empi: variant.productId,
  units,
  until: until.toISOString(),
  state,
  reference,
  url,
});

function locationsOf({ market }: Pick<Variant, "market">, markets: readonly Market[]) {
  const locations = market === null ? undefined : markets.find(({ name }) => name === market)?.locations;
  return locations?.length ? { locations } : {};
}
