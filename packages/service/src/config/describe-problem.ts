import type { TSchema } from "typebox";

/** An error of the validator, as Ajv reports it. */
export type Problem = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly missingProperty?: string };
};

/** Names the wrong setting and what it must be, but not its value, which may be a secret. */
export function describeProblem(settings: Readonly<Record<string, TSchema>>, problem: Problem) {
  if (problem.keyword === "required") return `${problem.params.missingProperty} is not set`;
  const name = problem.instancePath.slice(1);
  return `${name} must ${expectationOf(settings[name] ?? {})}`;
}

type Expectation = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly string[];
};

function expectationOf(schema: TSchema) {
  const { type, enum: choices, minimum, maximum, minLength = 1, maxLength, examples } = schema as Expectation;
  if (type === "integer") return `be a whole number from ${minimum} to ${maximum}`;
  if (choices) return `be one of ${choices.join(", ")}`;
  if (examples) return `look like ${examples.join(" or ")}`;
  return `have ${minLength} to ${maxLength} characters`;
}
