import { type KeyObject, randomBytes } from "node:crypto";
import { deriveKey, type Seal } from "../../platform/crypto/seal.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { StoreSettings } from "./settings/settings.ts";

export type Store = {
  readonly id: StoreId;
  readonly pid: string;
  readonly name: string;
  readonly settings: StoreSettings;
  readonly sessionEpoch: number;
  readonly keys: { readonly regid: KeyObject; readonly session: KeyObject; readonly identity: KeyObject };
};

export type StoreRow = Omit<Store, "keys"> & {
  readonly sealedSecret: Buffer;
  readonly identitySecretVersion: number;
};

export function toStore(seal: Seal, row: StoreRow): Store {
  const { id, pid, name, settings, sessionEpoch } = row;
  const secret = seal.open(row.sealedSecret);
  const keys = {
    regid: deriveKey(secret, "regid"),
    session: deriveKey(secret, "session"),
    identity: deriveKey(secret, `identity:${row.identitySecretVersion}`),
  };
  return { id, pid, name, settings, sessionEpoch, keys };
}

export const newStoreSecret = () => randomBytes(32);

/** The secret that the shop's server signs email assertions with, as the operator sees it. */
export const identitySecret = (store: Store) => `ksi_${store.keys.identity.export().toString("base64url")}`;

const PID_CHARACTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const PID = /^[\w+/=.-]{6,64}$/;
export const newPid = () =>
  Array.from(randomBytes(12), (byte) => PID_CHARACTERS[byte % PID_CHARACTERS.length]).join("");

/** A `+` in a pid arrives as a space when the client did not encode it. */
export const normalisePid = (pid: string) => pid.replaceAll(" ", "+");
