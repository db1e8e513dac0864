import { KeepsakeError } from "./errors.ts";

export type Params = Record<string, unknown>;
export type Send = <T>(path: string, params: Params, options?: { key?: string }) => Promise<T>;

const TRIES = 3;
const TIMEOUT_MS = 10_000;
const BACKOFF_MS = 300;
/** Longer than this nobody looks at a spinner: the caller is told instead. */
const WAIT_MAX_MS = 10_000;
const QUIET_MAX_MS = 60_000;
/** What a browser may send of a page that is being left is little. */
const KEEPALIVE_BYTES = 16_384;
const AGAIN = [0, 429, 502, 503, 504];

/** Posts to the service. Everything sent is safe to repeat: reads by nature, writes by their key. */
export function createSend({ pid, baseUrl }: { pid: string; baseUrl: string }): Send {
  /** The service asked for silence until then, and why. */
  let quiet: { until: number; error: KeepsakeError } | undefined;

  async function waitForQuiet() {
    const ms = quiet ? quiet.until - Date.now() : 0;
    if (quiet && ms > WAIT_MAX_MS) throw quiet.error;
    if (ms > 0) await later(ms);
  }

  return async (path, params, { key } = {}) => {
    const url = `${baseUrl}/api/v3/${path}?pid=${encodeURIComponent(pid)}`;
    for (let tries = 1; ; tries += 1) {
      await waitForQuiet();
      try {
        return await post(url, toForm(params), key);
      } catch (error) {
        if (!(error instanceof KeepsakeError)) throw error;
        const { status, type, retryAfterSeconds } = error;
        const isBusy = AGAIN.includes(status) || type === "idempotency-key-in-progress";
        if (isBusy && retryAfterSeconds !== undefined)
          quiet = { until: Date.now() + Math.min(retryAfterSeconds * 1_000, QUIET_MAX_MS), error };
        if (!isBusy || tries === TRIES || isOffline()) throw error;
        if (retryAfterSeconds === undefined) await later(BACKOFF_MS * 2 ** tries * (0.5 + Math.random() / 2));
      }
    }
  };
}

async function post<T>(url: string, body: string, key: string | undefined): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      // A form needs no preflight.
      headers: { "content-type": "application/x-www-form-urlencoded", ...(key ? { "idempotency-key": key } : {}) },
      body,
      credentials: "omit",
      keepalive: key !== undefined && body.length < KEEPALIVE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch (cause) {
    throw new KeepsakeError("No answer came. Check the connection and try again.", { type: "network", cause });
  }
  const answer = readJson(text);
  if (response.ok && answer !== undefined) return answer as T;
  const { type, msg } = (answer ?? {}) as { type?: string; msg?: string };
  const seconds = Number(response.headers.get("retry-after") || Number.NaN);
  throw new KeepsakeError(msg ?? `The service answered ${response.status}.`, {
    type: type ?? "unexpected-answer",
    status: response.status,
    responseText: text,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? Math.max(0, seconds) : undefined,
  });
}

function toForm(params: Params) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== null)
      form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return form.toString();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where nobody says, as on a server, we are not. */
export const isOffline = () => "onLine" in (globalThis.navigator ?? {}) && !navigator.onLine;

const later = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
