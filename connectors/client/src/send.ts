import { KeepsakeError } from "./errors.ts";

export type Connection = {
  /** Where Keepsake is, such as https://keepsake.example. */
  readonly url: string;
  readonly pid: string;
  /** An API key of the store. */
  readonly key: string;
  /** Of the connector, such as "vendure". */
  readonly name: string;
  readonly version: string;
  readonly fetch?: typeof fetch;
  readonly pause?: (ms: number) => Promise<void>;
  readonly log?: (message: string) => void;
};

export type Send = <Answer>(method: "GET" | "POST", path: string, body?: unknown) => Promise<Answer>;

const TIMEOUT_MS = 10_000;
const RETRIES = 4;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 30_000;
const BUSY: readonly number[] = [429, 502, 503, 504];

/** Calls Keepsake. Tries again while it is busy or does not answer: each call that connectors make may be repeated. */
export function createSend({ url, pid, key, name, version, log, ...options }: Connection): Send {
  const fetchIt = options.fetch ?? fetch;
  const pause = options.pause ?? sleep;
  const base = `${url.replace(/\/+$/, "")}/storeadmin/v3/`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${pid}:${key}`).toString("base64")}`,
    "user-agent": `keepsake-${name}/${version}`,
    accept: "application/json",
  };

  async function tryOnce<Answer>(method: "GET" | "POST", path: string, body: unknown): Promise<Tried<Answer>> {
    try {
      const response = await fetchIt(base + path, {
        method,
        headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "error",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return { answer: JSON.parse(text) as Answer };
      const error = refusalOf(response.status, path, text);
      if (!BUSY.includes(response.status)) return { error };
      return { error, retryAfterMs: readSeconds(response.headers.get("retry-after")) };
    } catch (cause) {
      const why = reasonOf(cause);
      const error = new KeepsakeError(`Keepsake at ${url} did not answer ${path}: ${why}`, {
        status: 0,
        type: "no-answer",
        cause,
      });
      return { error, retryAfterMs: 0 };
    }
  }

  return async (method, path, body) => {
    for (let tries = 1; ; tries += 1) {
      const tried = await tryOnce<never>(method, path, body);
      if ("answer" in tried) return tried.answer;
      if (tried.retryAfterMs === undefined || tries > RETRIES) throw tried.error;
      const ms = pauseBefore(tries, tried.retryAfterMs);
      log?.(`${tried.error.message} Trying again in ${ms} ms.`);
      await pause(ms);
    }
  };
}

/** Without `retryAfterMs`, another try would get the same answer. */
type Tried<Answer> = { readonly answer: Answer } | { readonly error: KeepsakeError; readonly retryAfterMs?: number };

/** Twice as long before each try, and never the same for two connectors, so that they do not come back together. */
function pauseBefore(tries: number, retryAfterMs: number): number {
  const backoff = FIRST_PAUSE_MS * 2 ** (tries - 1);
  return Math.round(Math.min(Math.max(retryAfterMs, backoff), PAUSE_MAX_MS) * (1 + Math.random() / 4));
}

const readSeconds = (header: string | null) => (/^\d{1,6}$/.test(header ?? "") ? Number(header) * 1_000 : 0);

function refusalOf(status: number, path: string, text: string): KeepsakeError {
  const { type, message, requestId } = readFailure(text);
  return new KeepsakeError(`Keepsake answered ${status} to ${path}: ${message ?? text.slice(0, 200)}`, {
    status,
    type: type ?? "unknown",
    requestId,
  });
}

function readFailure(text: string): { type?: string; message?: string; requestId?: string } {
  try {
    return JSON.parse(text) as { type?: string; message?: string; requestId?: string };
  } catch {
    return {}; // of a proxy in between
  }
}

/** fetch says only "fetch failed"; its cause says why. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
