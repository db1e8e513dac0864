import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Bucket } from "./bucket.ts";
import { type LogLine, readLog } from "./log-line.ts";

export type Logs = {
  readonly lines: readonly LogLine[];
  /** The lines that nobody can read, each with its file or object. */
  readonly broken: readonly string[];
  /** Whether the last line of a file was not written to the end. */
  readonly isCut: boolean;
};

/** Reads the log in a file, in the files of a folder, or in the bucket that is set. */
export async function readLogs(from: string, bucket: Bucket | undefined): Promise<Logs> {
  if (!/^https?:/i.test(from)) return readFiles(from);
  if (!bucket || bucket.address !== URL.parse(from)?.href.replace(/\/$/, ""))
    throw new Error(
      `${from} is not the bucket in KEEPSAKE_ERASURE_LOG, so its key is not known. Set KEEPSAKE_ERASURE_LOG and the key to those of this bucket for the command.`,
    );
  return readObjects(bucket);
}

async function readFiles(path: string): Promise<Logs> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder ? (await readdir(path)).toSorted().map((name) => join(path, name)) : [path];
  const logs = await Promise.all(files.map(async (file) => readLog(await readFile(file, "utf8"))));
  return {
    lines: logs.flatMap(({ lines }) => lines),
    broken: logs.flatMap(({ broken }, index) => broken.map((number) => `${files[index]}:${number}`)),
    isCut: logs.some(({ isCut }) => isCut),
  };
}

async function readObjects(bucket: Bucket): Promise<Logs> {
  const lines: LogLine[] = [];
  const broken: string[] = [];
  for await (const { name, text } of bucket.readAll()) {
    // A bucket has an object as a whole or not at all. So a last line that cannot be read was not cut while it was written.
    const log = readLog(`${text}\n`);
    lines.push(...log.lines);
    broken.push(...log.broken.map((number) => `${bucket.address}/${name}:${number}`));
  }
  return { lines, broken, isCut: false };
}
