/** Why a call failed. It has `status` and `responseText`, like an XMLHttpRequest, and its message also as `description`. */
export class KeepsakeError extends Error {
  override readonly name = "KeepsakeError";
  declare readonly description: string;
  /** One of the types in docs/errors.md, or `network` when there was no answer. */
  declare readonly type: string;
  /** 0 when there was no answer. */
  declare readonly status: number;
  declare readonly responseText: string;
  declare readonly requestId: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      cause,
      ...details
    }: {
      type: string;
      status?: number;
      responseText?: string;
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause });
    Object.assign(this, { description: message, status: 0, responseText: "", ...details });
  }
}

export const isKeepsakeError = (error: unknown, type: string): error is KeepsakeError =>
  error instanceof KeepsakeError && error.type === type;
