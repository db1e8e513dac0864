import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { MANIFEST_FILE } from "../export/export-lines.ts";

const PRIVATE = 0o600;
const BUFFER_MAX = 256 * 1024;
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
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const name = HEAD.exec(line)?.[1];
      if (name !== undefined) {
        await flush();
        await handle?.close();
        handle = await open(join(folder, name), "w", PRIVATE);
      } else if (line.startsWith('{"manifest":')) {
        const { manifest } = JSON.parse(line) as { manifest: { files: { name: string }[] } };
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
