import { Type } from "typebox";
import { namesOf, type Phrases, type Why } from "../text/phrases.ts";

type AnyPhrases = Pick<Phrases<Readonly<Record<string, string>>>, "texts">;
const maybe = (isOptional: boolean) => (isOptional ? Type.Union([Type.String(), Type.Null()]) : Type.String());

/** One of the phrases with its values, for programs that say it in another language. It has a name of its own in openapi.json. */
export const whyOut = (name: string, { texts }: AnyPhrases) => ({
  ...Type.Union(
    Object.entries(texts).map(([code, phrase]) =>
      Type.Object({
        code: Type.Literal(code),
        ...Object.fromEntries(namesOf(phrase).map((value) => [value.name, maybe(value.isOptional)])),
      }),
    ),
  ),
  $id: name,
  title: name,
});
export type WhyOut = ReturnType<typeof whyOut>;

export const refToWhy = ({ $id }: WhyOut) => Type.Unsafe<Why>({ $ref: `${$id}#` });

/** Null: a text from outside, or one of a version that had no code for it. */
export const maybeWhy = (...schemas: readonly WhyOut[]) =>
  Type.Unsafe<Why | null>(
    Type.Union([...schemas.map(refToWhy), Type.Null()], {
      description:
        "What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known",
    }),
  );
