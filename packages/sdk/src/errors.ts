/** Why a call failed. It has `status` and `responseText`, like an XMLHttpRequest. */
export class KeepsakeError extends Error {
  override readonly name = "KeepsakeError";
  /** One of the types in docs/errors.md, or `network` when there was no answer. */
  readonly type: string;
  /** 0 when there was no answer. */
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
