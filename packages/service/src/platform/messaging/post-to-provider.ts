import { systemClock } from "../clock.ts";
import { NoAnswer, type Post } from "../network/post.ts";
import { problemOfConnection } from "./problem-of-connection.ts";
import { readRetryAfter } from "./retry-after.ts";
import { type ProviderProblem, SendError, type SendFailure } from "./send-outcome.ts";

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 64 * 1024;
/** Errors of `fetch` before anything was sent: the provider cannot have accepted the message. */
const NOT_REACHED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The connection ended before the request: the certificate is not valid, or the server speaks no TLS. */
const NO_HANDSHAKE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|WRONG_VERSION/;

export type ProviderRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the provider ignores a second message with the same key. */
  readonly isIdempotent: boolean;
  /** Whether a refusal (4xx) is about the address. */
  readonly isAboutAddress: (status: number, answer: string) => boolean;
  /** Whether a refusal (400 or 422) is about our account. Other refusals with these codes are about the message. */
  readonly isAboutAccount?: (status: number, answer: string) => boolean;
  /** Whether an answer other than 429 means that we send too fast. */
  readonly isThrottled?: (status: number, answer: string) => boolean;
  readonly timeoutMs?: number;
  /** For hosts that a merchant named. Without it, the operator named the host. */
  readonly post?: Post;
};

/** Posts one message. Returns when the provider accepted it, otherwise throws a SendError, within the timeout. */
export async function postToProvider(request: ProviderRequest) {
  const { isIdempotent, isAboutAddress, isAboutAccount, isThrottled } = request;
  let answered: Answered;
  try {
    answered = await (request.post ? callMerchantsHost(request, request.post) : call(request));
  } catch (error) {
    throw new SendError(failureOfLoss(error, isIdempotent), { cause: error });
  }
  const { status, retryAfter, answer } = answered;
  if (status >= 200 && status < 300) return;
  const reason = `the provider answered ${status}`;
  if (status === 429 || isThrottled?.(status, answer)) {
    const retryAfterSeconds = readRetryAfter(retryAfter, systemClock());
    throw new SendError({
      state: "throttled",
      reason,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
  if (status < 500 && isAboutAddress(status, answer)) throw new SendError({ state: "rejected", reason });
  // Any other 4xx means that our settings are wrong: no recipient can do anything about it.
  const isAccount = isAboutAccount?.(status, answer) ?? false;
  const mayBeMessage = status === 400 || status === 422;
  throw new SendError(
    mayBeMessage && !isAccount
      ? { state: "deferred", reason, isProviderDown: false }
      : { state: "deferred", reason, isProviderDown: true, problem: isAccount ? "refused-sender" : problemOf(status) },
  );
}

type Answered = { readonly status: number; readonly retryAfter: string | null; readonly answer: string };

async function call({ url, headers, body, timeoutMs = TIMEOUT_MS }: ProviderRequest): Promise<Answered> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, answer: await readUpToLimit(response) };
}

async function callMerchantsHost(
  { url, headers, body, isIdempotent, timeoutMs = TIMEOUT_MS }: ProviderRequest,
  post: Post,
): Promise<Answered> {
  const asked = { url, headers, body, isRepeatable: isIdempotent, readsBody: true, timeoutMs };
  const { body: answer, ...answered } = await post(asked);
  return { ...answered, answer };
}

function problemOf(status: number): ProviderProblem {
  if (status === 401 || status === 403) return "refused-login";
  return status < 500 && status !== 408 ? "wrong-url" : "refuses";
}

function failureOfLoss(error: unknown, isIdempotent: boolean): SendFailure {
  const { code = "", name = "" } = ((error as Error).cause ?? error) as { code?: string; name?: string };
  const reason = `the provider did not answer: ${code || name || "connection lost"}`.slice(0, 80);
  const problem = problemOfConnection(code);
  const isReached = error instanceof NoAnswer ? error.isReached : !NOT_REACHED.has(code) && !NO_HANDSHAKE.test(code);
  return !isReached || isIdempotent
    ? { state: "deferred", reason, isProviderDown: true, problem }
    : { state: "unknown", reason };
}

async function readUpToLimit(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
    if (bytes > ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}
