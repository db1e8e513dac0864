import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE } from "../export/export-lines.ts";
import { readManifest } from "./manifest.ts";

const PRIVATE = 0o600;
const BUFFER_MAX = 256 * 1024;
/** In characters. The longest line of an export has the stock of 10,000 locations: a little over 1 MB. */
const LINE_MAX = 4 * 1024 * 1024;
const HEAD = /^\{"file":"([a-z-]+\.jsonl?)"\}$/;

/** Writes the files of a streamed export into a folder. Throws when the stream has no manifest: it was cut. */
export async function splitStream(path: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let handle: FileHandle | undefined;
  let text = "";
  const flush = async () => {
    await handle?.writeFile(text);
    text = "";
  };
  let isWhole = false;
  try {
    for await (const lines of readLines(path))
      for (const line of lines) {
        const name = HEAD.exec(line)?.[1];
        if (name !== undefined) {
          await flush();
          await handle?.close();
          handle = await open(join(folder, name), "w", PRIVATE);
        } else if (line.startsWith('{"manifest":')) {
          const manifest = readManifest((JSON.parse(line) as { manifest: unknown }).manifest, path);
          for (const file of manifest.files) await (await open(join(folder, file.name), "a", PRIVATE)).close();
          await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest), { mode: PRIVATE });
          isWhole = true;
        } else if (handle) {
          text += `${line}\n`;
          if (text.length > BUFFER_MAX) await flush();
        } else throw new Error(`${path} is not an export: it does not begin with the name of a file.`);
      }
    await flush();
  } finally {
    await handle?.close();
  }
  if (!isWhole) throw new Error(`${path} has no manifest at its end, so it is not complete. Export again.`);
}

/** Only a line feed ends a line: JSON may have the line ends of Unicode, at which readline would divide it. */
async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const piece of createReadStream(path, { encoding: "utf8" })) {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_MAX)
      throw new Error(`${path} is not an export: it has a line of more than ${LINE_MAX} characters.`);
    yield lines;
  }
  if (rest !== "") yield [rest];
}
