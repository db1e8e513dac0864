import { deriveKeys, type InstallationKeys, KEY_PURPOSES, newKeys } from "../../../platform/crypto/keyring.ts";
import { createSeal, unknownSecret } from "../../../platform/crypto/seal.ts";
import type { SystemTx } from "../../../platform/db/db.ts";
import { secretOf } from "../store.ts";
import type { Secrets } from "./load-keyring.ts";
import { insertKey, lockKeyRows, lockSecrets } from "./sql.ts";

/** Stores the keys of the installation where they are missing. A database with stores was written by 0.1, which derived
 *  the keys from its secret: they stay the same, so that its links, suppressions and API keys stay valid. */
export async function ensureKeys(tx: SystemTx, secrets: Secrets): Promise<void> {
  const known = await lockKeyRows(tx);
  if (KEY_PURPOSES.every((purpose) => known.some((row) => row.purpose === purpose))) return;
  const [store] = await lockSecrets(tx, { after: 0, limit: 1 });
  const secret = store
    ? secrets.find((one) => createSeal([one]).tryOpen(store.sealedSecret, secretOf(store.id)))
    : secrets[0];
  if (secret === undefined) throw unknownSecret();
  await storeKeys(tx, secret, store ? deriveKeys(secret) : newKeys());
}

export async function storeKeys(tx: SystemTx, secret: string, keys: InstallationKeys): Promise<void> {
  const seal = createSeal([secret]);
  for (const purpose of KEY_PURPOSES) {
    const sealedKey = seal.seal(keys[purpose].export(), { purpose: "installation-key", owner: purpose });
    await insertKey(tx, { purpose, sealedKey });
  }
}
