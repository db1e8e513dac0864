import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { changeSettings } from "../../stores/settings/change-settings.ts";
import { readChanges } from "../../stores/settings/merchant-settings.ts";
import { ownSettings } from "../../stores/settings/own-settings.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { MANIFEST_FILE, type Manifest, SETTINGS_FILE } from "../export/export-lines.ts";
import { hashFile } from "../files/hash-file.ts";
import { type ImportDeps, importFile } from "./import-file.ts";
import { KIND_NAMES } from "./kinds.ts";
import { readManifest } from "./manifest.ts";
import type { Report } from "./report.ts";
import { splitStream } from "./split-stream.ts";

export type StoreReport = {
  readonly pid: string;
  readonly from: Manifest["store"];
  readonly reports: readonly Report[];
};
type Deps = ImportDeps & { readonly stores: StoreCache };

/** Imports an export of a whole store: a folder, or the stream of the API as a file, which is divided into a folder beside it.
 *  Every file must be as its manifest says. It goes on where it was when it was killed. */
export async function importStore(
  deps: Deps,
  store: Store,
  path: string,
  onFile: (name: string) => void = () => {},
): Promise<StoreReport> {
  const folder = (await stat(path)).isDirectory() ? path : `${path}.files`;
  if (folder !== path) await splitStream(path, folder);
  const manifest = await checkManifest(folder);
  const settings: unknown = JSON.parse(await readFile(join(folder, SETTINGS_FILE), "utf8"));
  const current = await takeSettings(deps, store, settings as Record<string, unknown>);
  const reports: Report[] = [];
  for (const kind of KIND_NAMES) {
    if (!manifest.files.some(({ name }) => name === `${kind}.jsonl`)) continue;
    onFile(`${kind}.jsonl`);
    reports.push(await importFile(deps, current, { path: join(folder, `${kind}.jsonl`), kind, mapping: null }));
  }
  return { pid: store.pid, from: manifest.store, reports };
}

async function checkManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch((cause) => {
    throw new Error(`${folder} has no ${MANIFEST_FILE}, so the export in it is not complete. Export again.`, { cause });
  });
  const manifest = readManifest(JSON.parse(text), folder);
  for (const { name, sha256, bytes } of manifest.files) {
    const found = await hashFile(join(folder, name));
    if (found.sha256 !== sha256 || found.bytes !== bytes)
      throw new Error(
        `${name} is not the file that the manifest names: it was changed, or not copied whole. Export again.`,
      );
  }
  return manifest;
}

/** Takes the merchant's settings over. Lists of a type that is set here can be imported then. */
async function takeSettings({ db, stores }: Deps, store: Store, settings: Record<string, unknown>): Promise<Store> {
  // Settings that are there already are no change: a changed market has its stock counted again.
  if (isDeepStrictEqual({ ...ownSettings(store.settings), ...settings }, ownSettings(store.settings))) return store;
  const changes = readChanges(settings);
  await db.inStore(store.id, (tx) => changeSettings(tx, changes, undefined));
  stores.clear();
  return stores.getByPid(store.pid);
}
