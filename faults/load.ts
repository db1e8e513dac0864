import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Stalls } from "./stalls.ts";

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
};

export type Call = {
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Client = { send(call: Call, port?: number): Promise<Answer>; close(): void };

const ANSWER_MS = 30_000;

/** Calls a service on this machine over a bounded number of connections. Rejects when no complete answer arrives. */
export function aClient(
  port: number,
  {
    headers = {},
    sockets = 64,
    keepAlive = true,
  }: { headers?: Call["headers"]; sockets?: number; keepAlive?: boolean } = {},
): Client {
  // With a timeout set, the agent also respects the keep-alive hint of the service and closes idle connections first.
  // The value must differ from the request's timeout, or a reused connection keeps the timeout of an idle one.
  const agent = new Agent({ keepAlive, maxSockets: sockets, timeout: ANSWER_MS + 1 });
  return {
    send: (call, to = port) =>
      new Promise((resolve, reject) => {
        const begun = performance.now();
        const body = call.json ? JSON.stringify(call.json) : call.params && new URLSearchParams(call.params).toString();
        const type = call.json ? "application/json" : "application/x-www-form-urlencoded";
        const outgoing = request(
          {
            host: "127.0.0.1",
            port: to,
            agent,
            path: call.path,
            method: body === undefined ? "GET" : "POST",
            timeout: ANSWER_MS,
            headers: {
              ...(body === undefined ? {} : { "content-type": type }),
              ...headers,
              ...call.headers,
            },
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
            incoming.on("error", reject);
            incoming.on("end", () =>
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text: Buffer.concat(chunks).toString(),
                ms: performance.now() - begun,
              }),
            );
          },
        );
        outgoing.on("timeout", () => outgoing.destroy(new Error(`No answer in ${ANSWER_MS} ms`)));
        outgoing.on("error", reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

const RETRY_MS = 60_000;
const RETRY_PAUSE_MS = 25;

/** Repeats the same call until the answer is final: not 409 (in progress), 429 or 503. */
export async function sendUntilAnswered(
  { send }: Client,
  call: Call,
  onTry: (status: number | undefined) => void = () => {},
): Promise<Answer & { readonly tries: number }> {
  const end = performance.now() + RETRY_MS;
  for (let tries = 1; performance.now() < end; tries++) {
    const answer = await send(call).catch(() => undefined);
    onTry(answer?.status);
    if (answer && ![409, 429, 503].includes(answer.status)) return { ...answer, tries };
    await pause(RETRY_PAUSE_MS);
  }
  throw new Error(`No final answer to ${call.path} in ${RETRY_MS} ms`);
}

const OVERLOAD_PAUSE_MS = 250;
/** A machine that is half as fast refuses a few calls; a fault that overloads the service makes it refuse most. */
export const OVERLOADED_SHARE_MAX = 0.1;

type RetryingOptions = Parameters<typeof aClient>[1] & { readonly stalls?: Stalls };

/** A client that repeats calls which the service refused as "overloaded", and measures their time from the first try.
 *  The service refuses before it works on a call, when the machine is too slow for the load. A test that must not
 *  overload the service bounds `countOverloaded`. With `stalls` it also repeats what was refused while the machine
 *  stalled. */
export function aRetryingClient(port: number, { stalls, ...options }: RetryingOptions = {}) {
  const client = aClient(port, options);
  let overloaded = 0;
  return {
    ...client,
    /** How many calls were refused at least once. */
    countOverloaded: () => overloaded,
    async send(call: Call, to?: number): Promise<Answer> {
      const begun = performance.now();
      for (let tries = 1; ; tries++) {
        const answer = await client.send(call, to);
        const ms = performance.now() - begun;
        const isRefused = isOverloaded(answer) || (answer.status === 503 && stalls?.overlap(begun));
        if (!isRefused || ms > RETRY_MS) return { ...answer, ms };
        if (tries === 1) overloaded += 1;
        await pause(OVERLOAD_PAUSE_MS);
      }
    },
  };
}

export const isOverloaded = ({ status, text }: Pick<Answer, "status" | "text">) =>
  status === 503 && text.includes('"type":"overloaded"');

export type Pace = {
  /** How many calls may be in progress at once. */
  readonly loops: number;
  readonly perSecond?: number;
  /** The load ends at the first of these. */
  readonly calls?: number;
  readonly seconds?: number;
  readonly until?: () => boolean;
};

/** Runs closed loops: a loop starts its next call when the last one is answered and the rate allows it. Returns the
 *  seconds it took. */
export async function load(pace: Pace, work: (n: number) => Promise<void>): Promise<number> {
  const { loops, perSecond = Number.POSITIVE_INFINITY, calls = Number.POSITIVE_INFINITY, until = () => false } = pace;
  const begun = performance.now();
  const end = begun + (pace.seconds ?? 1_800) * 1000;
  let next = 0;
  const loop = async () => {
    while (next < calls && performance.now() < end && !until()) {
      const n = next++;
      const early = begun + (n / perSecond) * 1000 - performance.now();
      if (early > 0) await pause(early);
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  return (performance.now() - begun) / 1000;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const tally = (values: Iterable<string | number>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};
