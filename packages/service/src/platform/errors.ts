import { REFUSALS } from "./http/refusals.ts";

/** Why a call was refused. HTTP turns it into a status, a worker into retry or skip. Any other error is a bug. */
export type ErrorKind =
  | "invalid"
  | "unauthorised"
  | "forbidden"
  | "not-found"
  | "in-progress"
  | "key-reused"
  | "changed"
  | "too-many"
  | "unavailable";

export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly type: string;
  readonly retryAfterSeconds: number | undefined;
  /** What the answer says beside the text, for programs. */
  readonly more: Readonly<Record<string, unknown>> | undefined;

  constructor(
    kind: ErrorKind,
    type: string,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown; more?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.type = type;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.more = options.more;
  }
}

/** `settings` names what the operator must set. */
export const notConfigured = (what: string, settings: string) =>
  new AppError("unavailable", "unavailable", REFUSALS.say("cannot-send", { what, settings }), {
    retryAfterSeconds: 1,
  });

export const unavailable = (what: string, cause?: unknown) =>
  new AppError("unavailable", "unavailable", `${what} is not available right now. Try again in a moment.`, {
    retryAfterSeconds: 1,
    cause,
  });

export const tooManyAtOnce = () =>
  new AppError("unavailable", "unavailable", "Too many requests at once. Try again in a moment.", {
    retryAfterSeconds: 1,
  });
