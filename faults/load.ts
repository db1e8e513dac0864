import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

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

/** Calls a service on this machine over a bounded number of connections. Rejects when no whole answer comes. */
export function aClient(
  port: number,
  {
    headers = {},
    sockets = 64,
    keepAlive = true,
  }: { headers?: Call["headers"]; sockets?: number; keepAlive?: boolean } = {},
): Client {
  // With a time of its own, the agent also heeds the service's: it lets an idle connection go before the service does.
  // It must differ from the request's, or a connection used again keeps the time of an idle one.
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

const RETRIES = 200;
const RETRY_PAUSE_MS = 25;

/** Sends until there is an answer that is neither "busy with it" nor "try again", always under the same key. */
export async function sendUntilAnswered({ send }: Client, call: Call): Promise<Answer & { readonly tries: number }> {
  for (let tries = 1; tries <= RETRIES; tries++) {
    const answer = await send(call).catch(() => undefined);
    if (answer && ![409, 429, 503].includes(answer.status)) return { ...answer, tries };
    await pause(RETRY_PAUSE_MS);
  }
  throw new Error(`No answer to ${call.path} in ${RETRIES} tries`);
}

export type Pace = {
  /** How many calls may be under way at once. */
  readonly loops: number;
  readonly perSecond?: number;
  /** The end, whichever comes first. */
  readonly calls?: number;
  readonly seconds?: number;
  readonly until?: () => boolean;
};

/** Works in closed loops: a loop begins its next call when it has the answer to the last, and not before its time. */
export async function load(pace: Pace, work: (n: number) => Promise<void>): Promise<number> {
  const { loops, perSecond = Number.POSITIVE_INFINITY, calls = Number.POSITIVE_INFINITY, until = () => false } = pace;
  const begun = performance.now();
  const end = begun + (pace.seconds ?? 600) * 1000;
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
