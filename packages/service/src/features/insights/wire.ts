import { type Static, type TSchema, Type } from "typebox";
import { failures, nullable, PlatformIdIn, PlatformIdOut, PlatformIdsIn } from "../../platform/http/wire.ts";
import { asSent, type PlatformId, readPlatformId, readPlatformIds } from "../../platform/text/platform-id.ts";
import type { Variant } from "../catalog/variants/variant-cache.ts";
import { marketOut, marketRecord } from "../catalog/variants/wire.ts";
import { Pid } from "../stores/wire.ts";
import { RANGE_DAYS_MAX } from "./range.ts";
import { COUNTER_NAMES, type Counter } from "./rollups/counters.ts";

// ---- what the merchant's figures have in common ----

/** An answer that is described, and the failures. */
export const answer = (record: TSchema) => ({ 200: Type.Unsafe<unknown>(record), ...failures });

export const keyedRead = { tags: ["Insights"], security: [{ storeKey: [] }] };

const Day = (description: string) =>
  Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$", examples: ["2026-11-18"], description });
export const rangeIn = {
  from: Type.Optional(Day("The first day, in UTC. By default the range has 30 days")),
  to: Type.Optional(Day(`The last day, in UTC; today by default. A range has at most ${RANGE_DAYS_MAX} days`)),
};
export const DayOut = Type.String({ description: "A day in UTC" });
export const variantIn = PlatformIdIn("The variant: a whole number or a text of 1 to 64 characters");

export const Instant = Type.String({ format: "date-time" });
export const AsOf = nullable(
  Type.String({ format: "date-time", description: "The figures count everything up to this moment" }),
);
export const asOfRecord = (asOf: Date | null) => asOf?.toISOString() ?? null;

export const MoneyOut = Type.Object({
  currency: Type.String(),
  amount: Type.String({ description: "Exact, as text", examples: ["119.94"] }),
});

const COUNTER_TEXTS: Readonly<Record<Counter, string>> = {
  signedUp: "Sign-ups that joined a line",
  confirmed: "Sign-ups that were confirmed with a link or a text message",
  notified: "Alerts that were sent",
  failed: "Sign-ups that ended because the address gets no messages",
  unsubscribed: "Sign-ups that the person ended",
  offered: "Alerts that gave a first chance (offers)",
  clicked: "People who followed the link of an alert, once for each alert",
  bought: "Sign-ups that ended with a purchase",
  saved: "Times that a product was put on a list",
  unsaved: "Times that a product was taken off a list",
  restocks: "Times that a variant came into stock, the first report of its stock included",
  units: "Units of orders that an alert or a saved item led to",
};
export const countsOut = Object.fromEntries(
  COUNTER_NAMES.map((name) => [name, Type.Integer({ description: COUNTER_TEXTS[name] })]),
);

/** How a variant is shown in tables. */
export const variantOut = {
  epi: Type.String({ description: "Variant id" }),
  ...marketOut,
  empi: nullable(Type.String({ description: "Product id" })),
  dt: nullable(Type.String({ description: "Title" })),
  vi: nullable(Type.String({ description: "Title of the variant" })),
  du: nullable(Type.String({ description: "URL of the product" })),
  iu: nullable(Type.String({ description: "URL of its picture" })),
};
export const variantRecord = ({ platformId, market, productId, product }: Variant) => ({
  epi: platformId,
  ...marketRecord({ market }),
  empi: productId,
  dt: product?.title ?? null,
  vi: product?.variantTitle ?? null,
  du: product?.variantUrl ?? product?.url ?? null,
  iu: product?.imageUrl ?? null,
});
/** The last column of CSV. */
export const marketColumn = { market: ({ variant }: WithVariant) => variant.market };
type WithVariant = { readonly variant: Variant };
/** The same as columns of CSV. */
export const variantColumns = {
  epi: ({ variant }: WithVariant) => variant.platformId,
  empi: ({ variant }: WithVariant) => variant.productId,
  dt: ({ variant }: WithVariant) => variant.product?.title,
  vi: ({ variant }: WithVariant) => variant.product?.variantTitle,
};

// ---- how many people saved a product ----

const IDS_MAX = 250;

export const SocialCountIn = Type.Object({ pid: Pid, empi: PlatformIdIn("Product id") });
export const SocialCountBatchIn = Type.Object({
  pid: Pid,
  empis: PlatformIdsIn("Product ids, up to 250"),
});

const Count = Type.Object({ empi: PlatformIdOut("Product id"), count: Type.Integer() });
export const SocialCountOut = Type.Object({ data: Count });
export const SocialCountBatchOut = Type.Object({ data: Type.Array(Count) });

export const readSocialCount = ({ empi }: Static<typeof SocialCountIn>) => readPlatformId("empi", empi);

/** Each product once. */
export const readSocialCountBatch = ({ empis }: Static<typeof SocialCountBatchIn>): PlatformId[] => [
  ...new Map(readPlatformIds("empis", empis, IDS_MAX).map((id) => [id.text, id])).values(),
];

type SaveCount = { readonly productId: string; readonly people: number };

/** `counts` has no row for a product that was never saved. */
export function countRecords(ids: readonly PlatformId[], counts: readonly SaveCount[]): Static<typeof Count>[] {
  const people = new Map(counts.map((count) => [count.productId, count.people]));
  return ids.map((id) => ({ empi: asSent(id), count: people.get(id.text) ?? 0 }));
}

export const countRecord = (id: PlatformId, [count]: readonly SaveCount[]): Static<typeof Count> => ({
  empi: asSent(id),
  count: count?.people ?? 0,
});
