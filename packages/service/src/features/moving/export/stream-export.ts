import type { Db } from "../../../platform/db/db.ts";
import type { Store } from "../../stores/store.ts";
import { exportPieces } from "./export-lines.ts";

/** An export as one stream of JSON lines: a line with the name of each file before its lines, and the manifest last. A stream
 *  that ends without the manifest is not complete. */
export async function* streamExport(db: Db, store: Store, now: () => Date): AsyncGenerator<string> {
  const pieces = exportPieces(db, store, now);
  let current = "";
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) {
      yield `${JSON.stringify({ manifest: value })}\n`;
      return;
    }
    const head = value.file === current ? "" : `${JSON.stringify({ file: value.file })}\n`;
    current = value.file;
    yield head + value.text;
  }
}
