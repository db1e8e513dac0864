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
    try {
      if (text) await file.write(text);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return {
    append: (line) => write(`${JSON.stringify(line)}\n`).catch(refuse),
    async check() {
      await write("").catch((cause: unknown) => {
        throw new Error(`KEEPSAKE_ERASURE_LOG: ${path} cannot be written.`, { cause });
      });
    },
  };
}

/** Each erasure is an object of its own. */
function objectLog({ url, secret }: { readonly url: string; readonly secret: string | undefined }): ErasureLog {
  return {
    async append(line) {
      const name = line.kind === "person" ? line.erasure : `store-${line.store.id}`;
      const response = await fetch(`${url.replace(/\/$/, "")}/${name}.jsonl`, {
        method: "PUT",
        headers: {
          "content-type": "application/json",
          ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        },
        body: `${JSON.stringify(line)}\n`,
        redirect: "error",
        signal: AbortSignal.timeout(PUT_MS),
      }).catch(refuse);
      await response.body?.cancel();
      if (!response.ok) refuse(new Error(`The erasure log answered ${response.status}`));
    },
    check: () => Promise.resolve(),
  };
}

function refuse(cause: unknown): never {
  throw logNotWritten(cause);
}
