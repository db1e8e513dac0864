import type { TSchema } from "typebox";

type Expectation = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly { readonly const: string }[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly string[];
};

/** What a setting with this schema must be, as the end of a sentence: "be a whole number from 1 to 10". */
export function expectationOf(schema: TSchema): string {
  const { type, enum: choices, anyOf, minimum, maximum, minLength = 1, maxLength, examples } = schema as Expectation;
  if (type === "integer") return `be a whole number from ${minimum} to ${maximum}`;
  if (type === "boolean") return "be true or false";
  if (choices) return `be one of ${choices.join(", ")}`;
  if (anyOf) return `be one of ${anyOf.map((choice) => choice.const).join(", ")}`;
  if (examples) return `look like ${examples.join(" or ")}`;
  return `have ${minLength} to ${maxLength} characters`;
}
