import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Clock, systemClock } from "../../../platform/clock.ts";
import { type AwsKey, encodeAws, sha256, signAws } from "../../../platform/crypto/sign-aws.ts";
import { readBody } from "../../../platform/network/read-body.ts";

export type BucketSettings = AwsKey & {
  /** The server, the bucket and perhaps a folder in it: `https://s3.eu-central-1.amazonaws.com/bucket/folder`. Every service
   *  understands this form, also where the bucket may be part of the host name. */
  readonly address: string;
};

export type Bucket = ReturnType<typeof createBucket>;
type BucketOptions = {
  readonly clock?: Clock;
  /** How long one request, and a call with all its tries, may take. */
  readonly requestMs?: number;
  readonly readMs?: number;
};

/** Why a bucket refused a request. */
export class BucketError extends Error {
  override readonly name = "BucketError";
  readonly status: number;
  /** S3's own name of the problem, such as `NoSuchBucket`, or `HTTP 500`. */
  readonly code: string;
  /** Where the bucket is, if it says so. */
  readonly region: string | undefined;
  /** How far the clock of this machine is ahead of the bucket's. */
  readonly clockAheadMs: number;
  constructor(request: string, problem: Pick<BucketError, "status" | "code" | "region" | "clockAheadMs">) {
    super(`The bucket answered ${problem.status} (${problem.code}) to ${request}`);
    ({ status: this.status, code: this.code, region: this.region, clockAheadMs: this.clockAheadMs } = problem);
  }
}

const REQUEST_MS = 10_000;
/** A replay reads many objects, and has time. */
const READ_MS = 60_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 200;
const AT_ONCE = 16;
const PAGES_MAX = 1_000;
/** A line has at most about 7 MB. An operator may also have put a file log into the bucket. */
const OBJECT_BYTES_MAX = 64 * 1024 * 1024;
const LIST_BYTES_MAX = 8 * 1024 * 1024;
const ERROR_BYTES_MAX = 64 * 1024;

/** The objects in one folder of a bucket with the interface of S3. */
export function createBucket(
  { address, ...accessKey }: BucketSettings,
  { clock = systemClock, requestMs = REQUEST_MS, readMs = READ_MS }: BucketOptions = {},
) {
  const { origin, pathname } = new URL(address);
  const [bucket = "", ...folders] = pathname.split("/").filter(Boolean);
  const folder = folders.map((name) => `${name}/`).join("");

  async function call(
    { method, name = "", query = {}, body = "" }: Call,
    { forMs, bytesMax }: { readonly forMs: number; readonly bytesMax: number },
  ): Promise<string> {
    const path = ["", bucket, ...name.split("/").map(encodeAws)].join("/");
    const url = new URL(`${origin}${path}`);
    url.search = Object.entries(query)
      .map(([key, value]) => `${key}=${encodeAws(value)}`)
      .join("&");
    const endsAt = performance.now() + forMs;
    for (let tries = 1; ; tries += 1) {
      try {
        const msLeft = Math.max(endsAt - performance.now(), 1);
        return await callOnce({ method, url, body }, { timeoutMs: Math.min(requestMs, msLeft), bytesMax });
      } catch (error) {
        const pauseMs = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random());
        if (!mayPass(error) || tries === TRIES || performance.now() + pauseMs >= endsAt) throw error;
        await pause(pauseMs);
      }
    }
  }

  async function callOnce(
    { method, url, body }: { readonly method: "GET" | "PUT"; readonly url: URL; readonly body: string },
    { timeoutMs, bytesMax }: { readonly timeoutMs: number; readonly bytesMax: number },
  ): Promise<string> {
    const headers = {
      "x-amz-content-sha256": sha256(body),
      // Buckets with Object Lock take nothing without an MD5.
      ...(method === "PUT" ? { "content-type": "application/json", "content-md5": md5(body) } : {}),
    };
    const response = await fetch(url, {
      method,
      headers: signAws(accessKey, { service: "s3", method, url, headers, body, now: clock() }),
      ...(method === "PUT" ? { body } : {}),
      redirect: "manual", // S3 tells another region by a redirect, which would need another signature
      signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
    });
    const of = url.pathname;
    if (response.ok) return readBody(response, { bytesMax, of });
    const text = await readBody(response, { bytesMax: ERROR_BYTES_MAX, of }).catch(() => "");
    const date = Date.parse(response.headers.get("date") ?? "");
    throw new BucketError(`${method} ${url.pathname}`, {
      status: response.status,
      code: textOf(text, "Code") ?? `HTTP ${response.status}`,
      region: textOf(text, "Region") ?? response.headers.get("x-amz-bucket-region") ?? undefined,
      clockAheadMs: Number.isNaN(date) ? 0 : clock() - date,
    });
  }

  const read = (name: string) =>
    call({ method: "GET", name: `${folder}${name}` }, { forMs: readMs, bytesMax: OBJECT_BYTES_MAX });

  /** The names of one page of the objects directly in the folder. */
  async function listPage(token: string | undefined, limit: number) {
    const query = {
      "list-type": "2",
      delimiter: "/",
      "max-keys": String(limit),
      prefix: folder,
      ...(token === undefined ? {} : { "continuation-token": token }),
    };
    const text = await call({ method: "GET", query }, { forMs: readMs, bytesMax: LIST_BYTES_MAX });
    const isTruncated = textOf(text, "IsTruncated");
    if (isTruncated === undefined || !text.includes("</ListBucketResult>"))
      throw new Error("The bucket did not answer with a list of its objects. Does its address name an S3 bucket?");
    const keys = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(
      ([, object = ""]) => textOf(object, "Key") ?? "",
    );
    return {
      // A key that ends with a slash is what consoles create for an empty folder.
      names: keys.filter((key) => key.startsWith(folder) && !key.endsWith("/")).map((key) => key.slice(folder.length)),
      next: isTruncated === "true" ? (textOf(text, "NextContinuationToken") ?? "") : undefined,
    };
  }

  return {
    address,
    /** Putting the same object again does no harm. */
    async put(name: string, body: string): Promise<void> {
      await call({ method: "PUT", name: `${folder}${name}`, body }, { forMs: requestMs, bytesMax: ERROR_BYTES_MAX });
    },
    read,
    /** Throws when the key may not list the objects. */
    async tryList(): Promise<void> {
      await listPage(undefined, 1);
    },
    /** Every object directly in the folder, in the order of the names. Throws rather than leave one out. */
    async *readAll(): AsyncGenerator<{ readonly name: string; readonly text: string }> {
      let token: string | undefined;
      for (let page = 1; ; page += 1) {
        const { names, next } = await listPage(token, OBJECTS_PER_PAGE);
        for (let first = 0; first < names.length; first += AT_ONCE) {
          const some = names.slice(first, first + AT_ONCE);
          yield* await Promise.all(some.map(async (name) => ({ name, text: await read(name) })));
        }
        if (next === undefined) return;
        if (next === "" || next === token) throw new Error("The bucket did not say where its list goes on.");
        if (page === PAGES_MAX)
          throw new Error(
            `${address} has more than ${PAGES_MAX * OBJECTS_PER_PAGE} objects. Copy them into folders, and replay one folder after the other.`,
          );
        token = next;
      }
    },
  };
}

type Call = {
  readonly method: "GET" | "PUT";
  /** The name of an object. Without it, the call is about the bucket. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** As many as S3 lists at once. */
const OBJECTS_PER_PAGE = 1_000;

/** Whether the next try may succeed: the bucket is busy, or the connection failed. */
const mayPass = (error: unknown) =>
  error instanceof BucketError
    ? error.status === 429 || error.status >= 500
    : error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError");

const md5 = (text: string) => createHash("md5").update(text).digest("base64");

/** The text of the first such element. Answers of S3 are flat enough for that. */
const textOf = (xml: string, element: string) => {
  const open = `<${element}>`;
  const begin = xml.indexOf(open);
  const end = xml.indexOf(`</${element}>`, begin);
  if (begin === -1 || end === -1) return undefined;
  return xml
    .slice(begin + open.length, end)
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal?: string, hex?: string, name = "") =>
      (decimal ?? hex)
        ? String.fromCodePoint(Number.parseInt(decimal ?? hex ?? "", decimal ? 10 : 16))
        : (ENTITIES[name] ?? ""),
    );
};
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
