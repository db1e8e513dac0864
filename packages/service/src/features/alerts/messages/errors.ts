import { AppError } from "../../../platform/errors.ts";
import { MISTAKES } from "../../../platform/letter/mistakes.ts";
import type { UnknownName } from "../../../platform/letter/variable-names.ts";

/** Where it is and what to do. Line 0: nobody knows. */
export type Problem = {
  readonly line: number;
  readonly column?: number;
  readonly text: string;
  readonly unknown?: UnknownName;
  /** Where it is not the source. */
  readonly field?: "subject" | "source";
};

/** How many the text names, and how many the answer has. */
const NAMED_MAX = 5;
const PROBLEMS_MAX = 20;

/** All that is wrong with a template. */
export class InvalidTemplate extends AppError {
  readonly problems: readonly Problem[];
  constructor(all: readonly Problem[]) {
    const different = new Map(all.map((problem) => [`${sentenceOf(problem)} ${problem.column}`, problem]));
    const problems = [...different.values()].slice(0, PROBLEMS_MAX);
    super("invalid", "invalid-template", problems.slice(0, NAMED_MAX).map(sentenceOf).join(". "), {
      more: {
        problems: problems.map(({ line, column, text, unknown, field = "source" }) => ({
          field,
          line: line || null,
          column: column ?? null,
          text,
          why: MISTAKES.read(text),
          unknown: unknown ?? null,
        })),
      },
    });
    this.problems = problems;
  }
}

export const sentenceOf = ({ line, text, field }: Problem) =>
  field === "subject" ? `Subject: ${text}` : line > 0 ? `Line ${line}: ${text}` : text;

export const unknownVersion = (topic: string, version: number) =>
  new AppError(
    "not-found",
    "unknown-version",
    `There is no version ${version} of the message ${topic}, or it is older than the fifty that are kept.`,
  );

export const halfAMessage = () =>
  new AppError(
    "invalid",
    "half-a-message",
    "Send subject and source together, or neither: then it is the message that shoppers get now.",
  );
export const missingTo = () =>
  new AppError("invalid", "missing-to", "A key has no address. Send `to`, the address of a member of the store.");
export const notAMember = () =>
  new AppError(
    "invalid",
    "not-a-member",
    "Test mails go only to members of the store, and this address is none of theirs. GET /storeadmin/v3/members lists them.",
  );
