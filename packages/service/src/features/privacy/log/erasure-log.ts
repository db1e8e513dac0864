import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { logNotWritten } from "../errors.ts";
import { type Bucket, type BucketSettings, createBucket } from "./bucket.ts";
import { describeBucketProblem } from "./describe-bucket-problem.ts";
import type { LogLine } from "./log-line.ts";

/** The list of erasures outside the database. It has keyed hashes, never an address. */
export type ErasureLog = {
  /** Resolves when the line will survive a crash of the machine. */
  append(line: LogLine): Promise<void>;
  /** Throws when the log cannot be written. */
  check(): Promise<void>;
  /** Where it is, unless it is a file. */
  readonly bucket?: Bucket;
};

export type ErasureLogSettings = { readonly path: string } | { readonly bucket: BucketSettings };

export const createErasureLog = (settings: ErasureLogSettings | undefined): ErasureLog | undefined =>
  settings && ("path" in settings ? fileLog(settings.path) : bucketLog(settings.bucket));

function fileLog(path: string): ErasureLog {
  async function write(text: string) {
    await mkdir(dirname(path), { recursive: true });
    // Appended with one write, so that the lines of several processes do not mix.
    const file = await open(path, "a", 0o600);
    const bytes = Buffer.from(text);
    try {
      if ((await file.write(bytes)).bytesWritten < bytes.length) throw new Error("The disk is full.");
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return {
    // The line break before it ends a line that a full disk or a crash has cut.
    append: (line) => write(`\n${JSON.stringify(line)}\n`).catch(refuse),
    async check() {
      await write("").catch((cause: unknown) => {
        throw new Error(`KEEPSAKE_ERASURE_LOG: ${path} cannot be written.`, { cause });
      });
    },
  };
}

/** Each erasure is an object of its own. */
function bucketLog(settings: BucketSettings): ErasureLog {
  const bucket = createBucket(settings);
  const nameOf = (line: LogLine) => (line.kind === "person" ? line.erasure : `store-${line.store.id}`);
  return {
    bucket,
    append: (line) => bucket.put(`${nameOf(line)}.jsonl`, `${JSON.stringify(line)}\n`).catch(refuse),
    async check() {
      await tryWrite(bucket).catch((cause: unknown) => {
        const { text, fix } = describeBucketProblem(cause, settings, "write");
        throw new Error(`KEEPSAKE_ERASURE_LOG: ${text} ${fix}`, { cause });
      });
    },
  };
}

const CHECK_NAME = "check.jsonl";

/** Throws when the key may not put objects. A replay skips the empty line. */
export const tryWrite = (bucket: Bucket) => bucket.put(CHECK_NAME, "\n");

/** Throws when a replay could not read what `tryWrite` and `append` wrote. */
export async function tryRead(bucket: Bucket): Promise<void> {
  await bucket.tryList();
  await bucket.read(CHECK_NAME);
}

function refuse(cause: unknown): never {
  throw logNotWritten(cause);
}
