import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Refusal } from "./refusal.ts";

const BYTES_MAX = 128 * 1024 * 1024;

/** Writes a body to a file while `onChunk` sees it, and hands the file to `work`. Nothing of a document is used before all of
 *  it is here and its signature is right. */
export async function withSpooled<Result>(
  body: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-feed-"));
  const file = join(folder, "document");
  let bytes = 0;
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > BYTES_MAX) throw new Refusal(413, `The document is larger than ${BYTES_MAX} bytes.`);
          onChunk(chunk);
          yield chunk;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
