import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";

// Zips what merchants upload. The same files make the same bytes, so a zip can be compared with the source.

const PLUGIN = fileURLToPath(new URL("../connectors/woocommerce/keepsake/", import.meta.url));
const OUT = fileURLToPath(new URL("../connectors/woocommerce/dist/", import.meta.url));

/** 1 January 1980, the earliest date that a zip can say. */
const DATE = 0x21;
const VERSION = 20;
const UTF8_NAMES = 0x800;
const DEFLATED = 8;

/** The plugin as a zip, whose only folder is `keepsake`. */
export function zipPlugin(): Buffer {
  const names = readdirSync(PLUGIN, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PLUGIN.length))
    .toSorted();
  return zip(names.map((name) => ({ name: `keepsake/${name}`, bytes: readFileSync(join(PLUGIN, name)) })));
}

function zip(files: readonly { readonly name: string; readonly bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const encoded = Buffer.from(name);
    const common = numbers([
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, DEFLATED],
      [2, 0], // time
      [2, DATE],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, encoded.length],
      [2, 0], // no extra field
    ]);
    const local = [numbers([[4, 0x04034b50]]), common, encoded, packed];
    directory.push(
      numbers([
        [4, 0x02014b50],
        [2, VERSION],
      ]),
      common,
      numbers([
        [2, 0], // no comment
        [2, 0], // first disk
        [2, 0], // attributes
        [4, 0],
        [4, offset],
      ]),
      encoded,
    );
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = numbers([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, listed.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...parts, listed, end]);
}

/** Little-endian numbers of two or four bytes. */
function numbers(fields: readonly (readonly [2 | 4, number])[]): Buffer {
  return Buffer.concat(
    fields.map(([length, value]) => {
      const bytes = Buffer.alloc(length);
      bytes.writeUIntLE(value, 0, length);
      return bytes;
    }),
  );
}

if (import.meta.main) {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, "keepsake.zip"), zipPlugin());
  console.log("connectors/woocommerce/dist/keepsake.zip");
}
