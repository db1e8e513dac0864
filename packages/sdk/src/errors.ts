/** Why a call was not answered as asked. `status` and `responseText` are where an XMLHttpRequest has them. */
export class KeepsakeError extends Error {
  override readonly name = "KeepsakeError";
  /** A word to branch on, as in docs/errors.md; `network` where no answer came. */
  readonly type: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly responseText: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      type,
      status = 0,
      responseText = "",
      requestId,
      retryAfterSeconds,
      cause,
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
    this.type = type;
    this.status = status;
    this.responseText = responseText;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const isKeepsakeError = (error: unknown, type: string): error is KeepsakeError =>
  error instanceof KeepsakeError && error.type === type;
