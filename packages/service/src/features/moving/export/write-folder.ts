import { type FileHandle, mkdir, open, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../../../platform/db/db.ts";
import type { Store } from "../../stores/store.ts";
import { exportPieces, MANIFEST_FILE, type Manifest } from "./export-lines.ts";

/** Only the operator may read the files: they have the addresses of people. */
const PRIVATE = 0o600;

/** Writes an export into a new folder. The manifest comes last: a folder without one is not complete. */
export async function writeFolder(db: Db, store: Store, folder: string, now: () => Date): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Give a new folder.`);
  const pieces = exportPieces(db, store, now);
  let current: { readonly name: string; readonly handle: FileHandle } | undefined;
  try {
    for (;;) {
      const { value, done } = await pieces.next();
      if (done) {
        for (const { name } of value.files) await (await open(join(folder, name), "a", PRIVATE)).close();
        await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(value, null, 2)}\n`, { mode: PRIVATE });
        return value;
      }
      if (current?.name !== value.file) {
        await current?.handle.close();
        current = { name: value.file, handle: await open(join(folder, value.file), "w", PRIVATE) };
      }
      await current.handle.writeFile(value.text);
    }
  } finally {
    await current?.handle.close();
  }
}
