import type { TSchema } from "typebox";

type Expectation = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly examples?: readonly string[];
};

/** What a value with this schema must be, as the end of a sentence: "be a whole number from 1 to 10". A schema with a
 *  pattern needs examples, because a regular expression tells people nothing. */
export function expectationOf(schema: TSchema): string {
  const { type, enum: choices, anyOf, minimum, maximum, minItems, maxItems, examples } = schema as Expectation;
  if (anyOf) return expectationOfAny(anyOf);
  if (type === "integer") return `be a whole number${between(minimum, maximum)}`;
  if (type === "number") return `be a number${between(minimum, maximum)}`;
  if (type === "boolean") return "be true or false";
  if (type === "array") return `be a list with ${count(minItems, maxItems)} entries`;
  if (type === "object") return "be a JSON object";
  if ("const" in schema) return `be ${String(schema.const)}`;
  if (choices) return `be one of ${choices.join(", ")}`;
  if (examples) return `look like ${examples.join(" or ")}`;
  return expectationOfText(schema);
}

function expectationOfText({ minLength = 0, maxLength }: Expectation) {
  if (maxLength === undefined) return minLength > 0 ? "not be empty" : "be a text";
  return minLength > 0
    ? `have ${minLength} to ${maxLength} characters`
    : `be a text of at most ${maxLength} characters`;
}

/** Of constants, all of them, each once. Otherwise of the first schema that says the most: a number before a text. */
function expectationOfAny(schemas: readonly Expectation[]): string {
  const wanted = schemas.filter(({ type, const: value }) => type !== "null" && value !== "");
  const constants = wanted.flatMap((one) =>
    "const" in one ? [String(one.const)] : one.type === "boolean" ? BOTH : [],
  );
  const others = wanted.filter((one) => !("const" in one) && one.type !== "boolean");
  if (others.length === 0) return `be one of ${[...new Set(constants)].join(", ")}`;
  const [clearest = {}] = others.toSorted((one, other) => Number(isNumber(other)) - Number(isNumber(one)));
  return expectationOf(clearest);
}
const BOTH = ["true", "false"];
const isNumber = ({ type }: Expectation) => type === "integer" || type === "number";

const between = (minimum?: number, maximum?: number) =>
  minimum === undefined || maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
const count = (min = 0, max?: number) =>
  max === undefined ? `at least ${min}` : min > 0 ? `${min} to ${max}` : `up to ${max}`;

/** An error of a validator, as Ajv and TypeBox report it. */
export type Problem = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: unknown;
};

/** Which value is wrong and what it must be, as a sentence without its dot: "a.0.qty must be a whole number from 1 to 9".
 *  `name` is what the caller calls the whole value, such as `a`; it comes before the path. Without it, the path alone is
 *  given. */
export function describeProblem(schema: TSchema, problem: Problem, name = ""): string {
  const path = problem.instancePath.split("/").slice(1);
  const missing = missingField(problem);
  const [place, found] = schemaAt(schema, path);
  const label = [name, ...place, ...(missing ? [missing] : [])].filter(Boolean).join(".");
  return missing ? `${label} is missing` : `${label || "This"} must ${expectationOf(found)}`;
}

function missingField({ keyword, params }: Problem): string | undefined {
  if (keyword !== "required") return undefined;
  const { missingProperty, requiredProperties } = params as { missingProperty?: string; requiredProperties?: string[] };
  return missingProperty ?? requiredProperties?.[0];
}

/** The schema of the value at a path, or of the last part of the path that the schema describes. */
function schemaAt(schema: TSchema, path: readonly string[]): [place: string[], found: TSchema] {
  const place: string[] = [];
  let found = schema;
  for (const step of path) {
    const { anyOf, items, properties } = found as Expectation;
    const candidates = anyOf ? (anyOf as readonly Expectation[]) : [{ items, properties } as Expectation];
    const next = candidates.map((one) => one.items ?? one.properties?.[step]).find((one) => one !== undefined);
    if (!next) break;
    place.push(step);
    found = next;
  }
  return [place, found];
}
