import { type ClientRequestArgs, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";
import { callbackify } from "node:util";
import { NO_ANSWERS } from "./problems.ts";
import { chooseAddress, HTTPS_PORTS, RefusedByWall, type Wall } from "./wall.ts";

export type Answer = {
  readonly status: number;
  readonly retryAfter: string | null;
  /** At most 64 KiB of it, and nothing unless `readsBody` was set. */
  readonly body: string;
};
export type Posted = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether it does no harm when the host gets the request twice. */
  readonly isRepeatable: boolean;
  /** Whether the body of the answer is wanted. */
  readonly readsBody?: boolean;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Why there was no answer, in words for the merchant. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  /** Whether there was a connection, so that the host may have got the request. */
  readonly isReached: boolean;
  constructor(message: string, { cause, isReached = false }: { cause?: unknown; isReached?: boolean } = {}) {
    super(message, { cause });
    this.isReached = isReached;
  }
}

class TimedOut extends NoAnswer {
  readonly code = "ETIMEDOUT";
}

const TIMEOUT_MS = 15_000;
/** Until a host takes the connection. After that it may have got the request. */
const CONNECT_MS = 5_000;
/** What is read of an answer's body. A connection can be used again once it is read. */
const BODY_BYTES_MAX = 64 * 1024;
const BODY_MS_MAX = 1_000;
const IDLE_MS = 20_000;
const IDLE_PER_HOST_MAX = 8;
const CONNECTIONS_KEPT_MAX = 1_000;
/** The receiver may close an idle connection in the moment that we use it. */
const STALE_MAX = 3;

export type PostOptions = {
  readonly timeoutMs?: number;
  /** Tests listen on other ports. */
  readonly ports?: ReadonlySet<string>;
  /** Certificates of receivers that no public authority signed, for tests. */
  readonly ca?: string | undefined;
};
export type Poster = ReturnType<typeof createPost>;
export type Post = Poster["post"];

/** Posts to URLs that merchants chose. Every connection goes through the wall. Redirects are not followed, and answers
 *  are not decompressed. */
export function createPost(
  wall: Wall,
  { timeoutMs: timeoutOfAll = TIMEOUT_MS, ports = HTTPS_PORTS, ca }: PostOptions = {},
) {
  const keep = { keepAlive: true, maxFreeSockets: IDLE_PER_HOST_MAX, timeout: IDLE_MS };
  const agents = {
    "https:": throughWall(new HttpsAgent({ ...keep, ...(ca === undefined ? {} : { ca }) }), wall, ports),
    "http:": throughWall(new HttpAgent(keep), wall, NO_PORTS),
  };

  function postOnce(posted: Posted, { timeoutMs, msLeft, onReached }: Attempt): Promise<Answer | "stale"> {
    const { url, headers, body, isRepeatable, readsBody, signal } = posted;
    const { promise, resolve, reject } = Promise.withResolvers<Answer | "stale">();
    const target = new URL(url);
    const isTls = target.protocol === "https:";
    const request = (isTls ? requestHttps : requestHttp)(target, {
      method: "POST",
      agent: agents[isTls ? "https:" : "http:"],
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    });
    // A request that still waits for the address of the host reports its end only when it has one.
    const end = (reason: unknown) => {
      reject(reason);
      request.destroy();
    };
    const timer = setTimeout(() => end(new TimedOut(noAnswerWithin(timeoutMs))), msLeft);
    const onAbort = () => end(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    request.once("socket", (socket) => {
      if (!socket.connecting) return onReached();
      const connecting = setTimeout(() => end(new NotConnected()), CONNECT_MS);
      socket.once(isTls ? "secureConnect" : "connect", () => {
        clearTimeout(connecting);
        onReached();
      });
      socket.once("close", () => clearTimeout(connecting));
      return undefined;
    });
    request.once("response", (response) => {
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] ?? null };
      if (readsBody) return void readUpToLimit(response).then((read) => resolve({ ...answer, body: read }), reject);
      resolve({ ...answer, body: "" });
      drain(response);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = isRepeatable && request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (isStale) resolve("stale");
      else reject(error);
    });
    request.end(body);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    });
  }

  return {
    /** Returns the answer, whatever its status. Throws NoAnswer when there was none in time, or the wall refused. Rethrows
     *  the reason when `signal` was aborted. */
    async post(posted: Posted): Promise<Answer> {
      const { timeoutMs = timeoutOfAll } = posted;
      const endsAt = performance.now() + timeoutMs;
      let isReached = false;
      const onReached = () => {
        isReached = true;
      };
      try {
        posted.signal?.throwIfAborted();
        for (let stale = 0; stale < STALE_MAX; stale += 1) {
          const answer = await postOnce(posted, { timeoutMs, msLeft: endsAt - performance.now(), onReached });
          if (answer !== "stale") return answer;
        }
        throw new NoAnswer(LOST);
      } catch (error) {
        posted.signal?.throwIfAborted();
        throw new NoAnswer(describe(error as NodeJS.ErrnoException), { cause: error, isReached });
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type Attempt = { readonly timeoutMs: number; readonly msLeft: number; onReached(): void };

/** The host did not take the connection in time, so that it got nothing. */
class NotConnected extends Error {
  readonly code = "ECONNECTTIMEOUT";
}

async function readUpToLimit(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > BODY_BYTES_MAX) break; // which closes the connection
  }
  return Buffer.concat(chunks).toString("utf8", 0, Math.min(bytes, BODY_BYTES_MAX));
}

/** Reads the body up to a limit, so that the connection can be used again. A longer or slower one is cut off. */
function drain(response: IncomingMessage) {
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), BODY_MS_MAX);
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) response.destroy();
  });
  response.on("error", () => undefined); // the answer has been counted already
  response.on("close", () => clearTimeout(timer));
}

const NO_PORTS: ReadonlySet<string> = new Set();

/** Lets an agent connect only to addresses that the wall has checked, and keep a bounded number of connections. `ports`: those
 *  of hosts on the internet. */
function throughWall<A extends HttpAgent>(agent: A, wall: Wall, ports: ReadonlySet<string>): A {
  const connect = agent.createConnection.bind(agent);
  const keep = agent.keepSocketAlive.bind(agent);
  const connectThroughWall = callbackify(async (options: ClientRequestArgs) => {
    const { host, port } = options;
    const address = await chooseAddress(wall, unbracket(host ?? ""), { isLocalOnly: !ports.has(String(port)) });
    // The agent has set the server name for TLS from the host name already.
    return connect({ ...options, host: address });
  });
  agent.createConnection = (options, callback) => {
    connectThroughWall(options, callback as (error: Error | null, socket?: Duplex | null) => void);
    return undefined;
  };
  agent.keepSocketAlive = (socket) =>
    (agent as unknown as { totalSocketCount: number }).totalSocketCount <= CONNECTIONS_KEPT_MAX ? keep(socket) : false;
  return agent;
}
const unbracket = (host: string) => host.replace(/^\[(.*)\]$/, "$1");

const noAnswerWithin = (ms: number) => NO_ANSWERS.say("no-answer", { seconds: ms / 1_000 });
const LOST = NO_ANSWERS.say("connection-lost", {});
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: NO_ANSWERS.texts["connection-refused"],
  ECONNRESET: LOST,
  EPIPE: LOST,
  ENOTFOUND: NO_ANSWERS.texts["unknown-host"],
  ENODATA: NO_ANSWERS.texts["host-without-address"],
  ESERVFAIL: NO_ANSWERS.texts["name-server-failed"],
  ETIMEOUT: NO_ANSWERS.texts["name-server-silent"],
  ENETUNREACH: NO_ANSWERS.texts["network-not-reached"],
  EHOSTUNREACH: NO_ANSWERS.texts["host-not-reached"],
  ETIMEDOUT: NO_ANSWERS.texts["not-connected"],
  ECONNECTTIMEOUT: NO_ANSWERS.texts["not-connected"],
  CERT_HAS_EXPIRED: NO_ANSWERS.texts["certificate-expired"],
  DEPTH_ZERO_SELF_SIGNED_CERT: NO_ANSWERS.texts["certificate-self-signed"],
  SELF_SIGNED_CERT_IN_CHAIN: NO_ANSWERS.texts["certificate-self-signed"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_ANSWERS.texts["certificate-chain"],
  ERR_TLS_CERT_ALTNAME_INVALID: NO_ANSWERS.texts["certificate-other-name"],
};

function describe(error: NodeJS.ErrnoException): string {
  if (error instanceof NoAnswer || error instanceof RefusedByWall) return error.message;
  const { code = "unknown" } = error;
  return WORDS[code] ?? NO_ANSWERS.say("request-failed", { answer: code.slice(0, 60) });
}
