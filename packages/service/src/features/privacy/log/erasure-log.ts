import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { logNotWritten } from "../errors.ts";
import type { LogLine } from "./log-line.ts";

/** The list of erasures outside the database. It has keyed hashes, never an address. */
export type ErasureLog = {
  /** Resolves when the line will survive a crash of the machine. */
  append(line: LogLine): Promise<void>;
  /** Throws when the log cannot be written. */
  check(): Promise<void>;
};

export type ErasureLogSettings =
  | { readonly path: string }
  /** A store of objects that accepts PUT. */
  | { readonly url: string; readonly secret: string | undefined };

const PUT_MS = 10_000;

export const createErasureLog = (settings: ErasureLogSettings | undefined): ErasureLog | undefined =>
  settings && ("path" in settings ? fileLog(settings.path) : objectLog(settings));

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
function objectLog({ url, secret }: { readonly url: string; readonly secret: string | undefined }): ErasureLog {
  async function put(name: string, body: string) {
    const response = await fetch(`${url.replace(/\/$/, "")}/${name}.jsonl`, {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(PUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The erasure log answered ${response.status}`);
  }
  return {
    append: (line) =>
      put(line.kind === "person" ? line.erasure : `store-${line.store.id}`, `${JSON.stringify(line)}\n`).catch(refuse),
    // A replay skips empty lines.
    async check() {
      await put("check", "\n").catch((cause: unknown) => {
        throw new Error("KEEPSAKE_ERASURE_LOG: the bucket does not accept an object.", { cause });
      });
    },
  };
}

function refuse(cause: unknown): never {
  throw logNotWritten(cause);
}
