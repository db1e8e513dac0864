import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { createSeal, deriveKey, type Seal } from "./seal.ts";

/** What the keys of an installation are for. Each is stored, sealed, so that it does not change with KEEPSAKE_SECRET. */
export const KEY_PURPOSES = ["api-keys", "addresses", "alert-links", "hooks", "sender-codes", "dashboard"] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];
export type InstallationKeys = Readonly<Record<KeyPurpose, KeyObject>>;

/** The keys of an installation, and the seal for the secrets of its stores. */
export type Keyring = { readonly seal: Seal; readonly keys: InstallationKeys };

const keysBy = (make: (purpose: KeyPurpose) => KeyObject) =>
  Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, make(purpose)])) as InstallationKeys;

export const newKeys = (): InstallationKeys => keysBy(() => createSecretKey(randomBytes(32)));

/** The keys that 0.1 derived from its secret. An installation that began with 0.1 keeps them. */
export const deriveKeys = (secret: string): InstallationKeys => keysBy((purpose) => deriveKey(secret, purpose));

/** A keyring that is in no database, for tests and scripts. */
export const deriveKeyring = (secret: string): Keyring => ({ seal: createSeal([secret]), keys: deriveKeys(secret) });
