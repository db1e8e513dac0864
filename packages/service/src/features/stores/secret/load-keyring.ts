import { createSecretKey } from "node:crypto";
import { type InstallationKeys, KEY_PURPOSES, type Keyring } from "../../../platform/crypto/keyring.ts";
import { createSeal, hasHeader, unknownSecret } from "../../../platform/crypto/seal.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { countSealedOtherwise, findKeyRows } from "./sql.ts";

export type Secrets = readonly [string, ...string[]];

/** Opens the keys of the installation. Throws when a part of the database could not be read with these secrets, so that a
 *  process without the right ones does not start. New stores are sealed with the secret that the keys are sealed with: a
 *  process that does not know the newest secret yet can read them until `keepsake secret rotate` is run. */
export async function loadKeyring(hot: HotDb, secrets: Secrets): Promise<Keyring> {
  const rows = await findKeyRows(hot).catch(explainMissingTable);
  const missing = KEY_PURPOSES.filter((purpose) => !rows.some((row) => row.purpose === purpose));
  if (missing.length > 0) throw notMigrated();

  const seal = createSeal(secrets);
  const opened = rows.map(({ purpose, sealedKey }) => [
    purpose,
    createSecretKey(seal.open(sealedKey, { purpose: "installation-key", owner: purpose })),
  ]);
  const headers = secrets.map((secret) => createSeal([secret]).header);
  if ((await countSealedOtherwise(hot, headers)) > 0) throw unknownSecret();

  const inUse = secrets.find((secret) =>
    rows.every(({ sealedKey }) => hasHeader(sealedKey, createSeal([secret]).header)),
  );
  return {
    seal: createSeal(inUse === undefined ? secrets : [inUse, ...secrets.filter((secret) => secret !== inUse)]),
    keys: Object.fromEntries(opened) as InstallationKeys,
  };
}

const notMigrated = (cause?: unknown) =>
  new Error("This database has no keys yet, or those of an older version. Run `keepsake migrate` first.", { cause });

function explainMissingTable(error: unknown): never {
  const { code } = error as { code?: string };
  throw code === "42P01" || code === "42501" ? notMigrated(error) : error;
}
