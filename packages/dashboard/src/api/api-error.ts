/** Why a call failed. `message` says what to do; it is empty when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** The constant of docs/errors.md, or `no-connection`. */
  readonly type: string;
  readonly requestId: string | null;
  /** The rest of the refusal, such as the problems of a template. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(failure: {
    status: number;
    type: string;
    message: string;
    requestId: string | null;
    body?: Readonly<Record<string, unknown>>;
  }) {
    super(failure.message);
    this.status = failure.status;
    this.type = failure.type;
    this.requestId = failure.requestId;
    this.body = failure.body ?? {};
  }
}

export async function readFailure(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => ({}))) as { type?: string; msg?: string; requestId?: string };
  return new ApiError({
    status: answer.status,
    type: body.type ?? "unknown",
    message: body.msg ?? "",
    requestId: body.requestId ?? answer.headers.get("x-request-id"),
    body,
  });
}
