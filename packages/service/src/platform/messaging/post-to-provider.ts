import { systemClock } from "../clock.ts";
import { readRetryAfter } from "./retry-after.ts";
import { SendError, type SendFailure } from "./send-outcome.ts";

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 64 * 1024;
/** Errors before anything was sent: the provider cannot have accepted the message. */
const NOT_REACHED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

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
};

/** Posts one message. Returns when the provider accepted it, otherwise throws a SendError, within the timeout. */
export async function postToProvider(request: ProviderRequest) {
  const { url, headers, body, isIdempotent, isAboutAddress, isAboutAccount, isThrottled, timeoutMs } = request;
  let response: Response;
  let answer: string;
  try {
    const signal = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
    response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    answer = await readUpToLimit(response);
  } catch (error) {
    throw new SendError(failureOfLoss(error, isIdempotent), { cause: error });
  }
  if (response.ok) return;
  const reason = `the provider answered ${response.status}`;
  if (response.status === 429 || isThrottled?.(response.status, answer)) {
    const retryAfterSeconds = readRetryAfter(response.headers.get("retry-after"), systemClock());
    throw new SendError({
      state: "throttled",
      reason,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
  if (response.status < 500 && isAboutAddress(response.status, answer))
    throw new SendError({ state: "rejected", reason });
  // Any other 4xx means that our settings are wrong: no recipient can do anything about it.
  const mayBeMessage = response.status === 400 || response.status === 422;
  throw new SendError({
    state: "deferred",
    reason,
    isProviderDown: !mayBeMessage || (isAboutAccount?.(response.status, answer) ?? false),
  });
}

function failureOfLoss(error: unknown, isIdempotent: boolean): SendFailure {
  const { code = "", name = "" } = ((error as Error).cause ?? error) as { code?: string; name?: string };
  const reason = `the provider did not answer: ${code || name || "connection lost"}`.slice(0, 80);
  if (NOT_REACHED.has(code)) return { state: "deferred", reason, isProviderDown: true };
  return isIdempotent ? { state: "deferred", reason, isProviderDown: true } : { state: "unknown", reason };
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
