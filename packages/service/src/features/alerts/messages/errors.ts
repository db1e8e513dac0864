import { AppError } from "../../../platform/errors.ts";

export type Problem = { readonly line: number; readonly text: string };

const PROBLEMS_MAX = 5;

export const badTemplate = (problems: readonly Problem[]) =>
  new AppError(
    "invalid",
    "invalid-template",
    problems
      .slice(0, PROBLEMS_MAX)
      .map(({ line, text }) => (line > 0 ? `Line ${line}: ${text}` : text))
      .join(". "),
  );

export const unknownVersion = (topic: string, version: number) =>
  new AppError(
    "not-found",
    "unknown-version",
    `There is no version ${version} of the message ${topic}, or it is older than the fifty that are kept.`,
  );
