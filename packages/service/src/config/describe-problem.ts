import type { TSchema } from "typebox";
import { expectationOf } from "../platform/text/expectation-of.ts";

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
