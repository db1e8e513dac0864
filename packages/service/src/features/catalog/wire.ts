import { type Static, Type } from "typebox";
import { AppError } from "../../platform/errors.ts";
import { readPlatformId } from "../../platform/platform-id.ts";
import type { SaidVariant } from "./upsert-variants.ts";

export const VARIANTS_MAX = 500;

const text = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const money = Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 9_999_999_999 }), Type.Null()]));
const link = Type.Optional(
  Type.Union([Type.String({ maxLength: 2_048, pattern: "^https?://" }), Type.Literal(""), Type.Null()]),
);
const quantity = Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 });
const instant = Type.String({ maxLength: 40, description: "ISO 8601 with a zone, e.g. 2026-11-15T09:30:00Z" });
/** A platform id: a whole number of up to 20 digits or a text. Read by `readPlatformId`. */
const platformId = Type.Unknown({ description: "A whole number or a text of 1 to 64 characters" });

const VariantIn = Type.Object({
  epi: platformId,
  empi: Type.Optional(platformId),
  bt: text(255),
  dt: text(255),
  sku: text(255),
  du: link,
  uri: link,
  iu: link,
  vi: text(255),
  pr: money,
  compareAtPrice: money,
  currency: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217" })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 })),
  stk: Type.Optional(quantity),
  occurredAt: Type.Optional(instant),
});

export const UpsertIn = Type.Object({
  variants: Type.Array(VariantIn, { minItems: 1, maxItems: VARIANTS_MAX }),
});
export const UpsertOut = Type.Object({ message: Type.String(), variants: Type.Integer() });

export const InventoryIn = Type.Object({
  levels: Type.Array(
    Type.Object({
      epi: platformId,
      location: Type.Optional(Type.String({ maxLength: 64 })),
      quantity,
      occurredAt: instant,
    }),
    { minItems: 1, maxItems: VARIANTS_MAX },
  ),
});
export type InventoryIn = Static<typeof InventoryIn>;
export const InventoryOut = Type.Object({
  message: Type.String(),
  changed: Type.Integer({ description: "Reports that were newer than what was known" }),
});

export function toVariant(said: Static<typeof VariantIn>, at: Date): SaidVariant {
  const { epi, empi, stk, occurredAt, ...product } = said;
  return {
    epi: readPlatformId("epi", epi).text,
    empi: empi === undefined || empi === null ? null : readPlatformId("empi", empi).text,
    product,
    ...(stk === undefined
      ? {}
      : { stock: { quantity: stk, occurredAt: occurredAt ? toInstant(occurredAt) : at.toISOString() } }),
  };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

export function toInstant(said: string): string {
  const at = new Date(said);
  if (!INSTANT.test(said) || Number.isNaN(at.getTime())) {
    throw new AppError("invalid", "invalid-time", "occurredAt is a time with a zone, such as 2026-11-15T09:30:00Z.");
  }
  return at.toISOString();
}
