import { Type } from "typebox";
import { Value } from "typebox/value";
import { FILE_NAMES, FORMAT, type Manifest } from "../export/export-lines.ts";

const Text = Type.String({ maxLength: 300 });
const ManifestIn = Type.Object({
  format: Type.Integer(),
  store: Type.Object({ pid: Text, name: Text }),
  startedAt: Text,
  finishedAt: Text,
  files: Type.Array(
    Type.Object({
      // A file of a later format may have another name, and none is a path.
      name: Type.String({ pattern: "^[a-z-]+\\.jsonl?$", maxLength: 100 }),
      rows: Type.Integer(),
      bytes: Type.Integer(),
      sha256: Text,
    }),
    { maxItems: 50 },
  ),
});

/** Checks a manifest before any file that it names is opened. `where` is for people. */
export function readManifest(manifest: unknown, where: string): Manifest {
  if (!Value.Check(ManifestIn, manifest)) throw new Error(`The manifest in ${where} is not one of an export.`);
  if (manifest.format > FORMAT)
    throw new Error(
      `This export has format ${manifest.format}, and this version reads formats up to ${FORMAT}. Update Keepsake.`,
    );
  const unknown = manifest.files.find(({ name }) => !FILE_NAMES.has(name));
  if (unknown) throw new Error(`The manifest in ${where} names ${unknown.name}, which no export has.`);
  return manifest;
}
