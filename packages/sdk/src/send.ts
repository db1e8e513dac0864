import { KeepsakeError } from "./errors.ts";

type Proof = typeof import("./proof.ts");
export type Params = Record<string, unknown>;
export type Send = <T>(path: string, params: Params, options?: { key?: string }) => Promise<T>;

const ATTEMPTS_MAX = 3;
const TIMEOUT_MS = 10_000;
const BACKOFF_MS = 300;
/** A longer wait fails at once, because a shopper does not watch a spinner for longer. */
const WAIT_MAX_MS = 10_000;
const PAUSE_MAX_MS = 60_000;
/** Browsers limit the size of requests that outlive the page. */
const KEEPALIVE_BYTES = 16_384;
const ALL_PATHS = "";
const RETRY_STATUSES = [429, 502, 503, 504];

/** No answer, or an answer that says "later". The same request may succeed when it is repeated. */
export const isTemporary = ({ status, type }: KeepsakeError) =>
  type === "network" || RETRY_STATUSES.includes(status) || type === "idempotency-key-in-progress";

/** Posts to the service and retries. Reads can be repeated safely, and so can writes with an Idempotency-Key. */
export function createSend({ pid, baseUrl }: { pid: string; baseUrl: string }): Send {
  /** Set by a Retry-After header: no request is sent until then. A limit (429) counts for its own path, a busy service
   *  for all. */
  const pauses: Record<string, { until: number; error: KeepsakeError }> = {};

  async function waitForPause(name: string) {
    const pause = pauses[name];
    if (!pause) return;
    const ms = pause.until - Date.now();
    if (ms > WAIT_MAX_MS) throw pause.error;
    await sleep(ms); // At once when the pause is over.
  }

  return async (path, params, { key } = {}) => {
    const url = `${baseUrl}/api/v3/${path}?pid=${encodeURIComponent(pid)}`;
    let proof = {};
    for (let attempt = 1; ; attempt += 1) {
      await waitForPause(ALL_PATHS);
      await waitForPause(path);
      try {
        return await post(url, toForm(params), key, proof);
      } catch (error) {
        const failure = error as KeepsakeError; // Any other error is not temporary.
        const { type, status, retryAfterSeconds } = failure;
        if (type === "proof-required" && attempt < ATTEMPTS_MAX) {
          // Few stores have a bot check, so its code is a file of the service's own.
          const file: Promise<Proof> = import(
            /* @vite-ignore */ /* webpackIgnore: true */ `${baseUrl}/keepsake-proof.js`
          );
          proof = await overNetwork(file.then(({ solve }) => solve(url.replace(path, "provider/challenge"))));
          continue;
        }
        if (!isTemporary(failure)) throw error;
        if (retryAfterSeconds !== undefined)
          pauses[status === 429 ? path : ALL_PATHS] = {
            until: Date.now() + Math.min(retryAfterSeconds * 1_000, PAUSE_MAX_MS),
            error: failure,
          };
        if (attempt === ATTEMPTS_MAX || isOffline()) throw error;
        if (retryAfterSeconds === undefined) await sleep(BACKOFF_MS * 2 ** attempt * (0.5 + Math.random() / 2));
      }
    }
  };
}

async function post<T>(url: string, body: string, key: string | undefined, proof: object): Promise<T> {
  const response = await overNetwork(
    fetch(url, {
      method: "POST",
      // A form needs no CORS preflight.
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(key ? { "idempotency-key": key } : {}),
        ...proof,
      },
      body,
      credentials: "omit",
      keepalive: key !== undefined && body.length < KEEPALIVE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
  const text = await overNetwork(response.text());
  const answer = readJson(text);
  if (response.ok && answer !== undefined) return answer as T;
  const { type, msg } = (answer ?? {}) as { type?: string; msg?: string };
  const seconds = Number(response.headers.get("retry-after") || undefined);
  throw new KeepsakeError(msg ?? `Keepsake answered ${response.status}.`, {
    type: type ?? "unexpected-answer",
    status: response.status,
    responseText: text,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: seconds >= 0 ? seconds : undefined,
  });
}

const overNetwork = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new KeepsakeError("No connection to Keepsake. Check the network.", { type: "network", cause });
  });

function toForm(params: Params) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value != null) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return String(form);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** False on a server, where `navigator.onLine` does not exist. */
export const isOffline = () => !(globalThis.navigator?.onLine ?? true);

export const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
