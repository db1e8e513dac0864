import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

const CHUNK = 1024 * 1024;

export type HashedFile = { readonly bytes: number; readonly sha256: string };

export async function hashFile(path: string): Promise<HashedFile> {
  const sum = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    sum.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: sum.digest("hex") };
}
