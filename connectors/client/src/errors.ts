/** Keepsake refused a call, or did not answer after several tries (status 0). */
export class KeepsakeError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** What a program can compare, such as `unauthorised`. docs/errors.md lists all. */
  readonly type: string;
  /** Finds the call in Keepsake's log. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    {
      status,
      type,
      requestId,
      cause,
    }: { status: number; type: string; requestId?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = "KeepsakeError";
    this.status = status;
    this.type = type;
    this.requestId = requestId;
  }
}
