import { type Static, Type } from "typebox";
import { rowsQuery } from "../../../platform/http/send-rows.ts";
import { nullable, PlatformIdIn } from "../../../platform/http/wire.ts";
import type { VariantName } from "../../catalog/variants/variant-name.ts";
import { marketIn, readVariantName } from "../../catalog/variants/wire.ts";
import type { TopicName } from "../topics.ts";
import { TopicIn } from "../wire.ts";
import type { PersonInLine } from "./read-line.ts";
import type { ShownLine } from "./sql.ts";

const DEFAULT_TOPIC: TopicName = "backinstock";

export const LineIn = Type.Object({
  ...rowsQuery,
  epi: PlatformIdIn("The variant: a whole number or a text of 1 to 64 characters"),
  ...marketIn,
  topic: Type.Optional(TopicIn),
  order: Type.Optional(
    Type.Union([Type.Literal("oldest"), Type.Literal("newest")], {
      description: "Who joined first or last comes first; oldest by default",
    }),
  ),
});

export const readLineQuery = ({
  topic = DEFAULT_TOPIC,
  order = "oldest",
  ...variant
}: Static<typeof LineIn>): Omit<ShownLine, "variantId"> & { readonly variant: VariantName } => ({
  variant: readVariantName(variant),
  topic,
  order,
});

export const PersonInLineOut = Type.Object({
  number: Type.Integer({ description: "Place in line, from 1" }),
  person: Type.String({ description: "Id of the person, for people/one" }),
  medium: Type.String({ description: "email or sms" }),
  address: Type.String({ description: "Masked, unless the caller has the scope people:addresses" }),
  since: Type.String({ format: "date-time", description: "When they joined the line" }),
  quantity: Type.Integer(),
  locale: nullable(Type.String()),
  priceMax: nullable(Type.String({ description: "For price drops: the highest price at which they hear of it" })),
  currency: nullable(Type.String({ description: "Of that price" })),
});

export const personInLineRecord = (person: PersonInLine) => ({
  number: person.number,
  person: person.addressHash,
  medium: person.medium,
  address: person.address,
  since: person.since.toISOString(),
  quantity: person.quantity,
  locale: person.locale,
  priceMax: person.priceMax,
  currency: person.currency,
});

export const LINE_COLUMNS = {
  number: ({ number }: PersonInLine) => number,
  person: ({ addressHash }: PersonInLine) => addressHash,
  medium: ({ medium }: PersonInLine) => medium,
  address: ({ address }: PersonInLine) => address,
  since: ({ since }: PersonInLine) => since,
  quantity: ({ quantity }: PersonInLine) => quantity,
  priceMax: ({ priceMax }: PersonInLine) => priceMax,
  currency: ({ currency }: PersonInLine) => currency,
};
