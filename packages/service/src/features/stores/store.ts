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

export type StoreRow = [
  id: StoreId,
  pid: string,
  name: string,
  settings: StoreSettings,
  sessionEpoch: number,
  sealedSecret: Buffer,
  identitySecretVersion: number,
];

export function toStore(seal: Seal, [id, pid, name, settings, sessionEpoch, sealedSecret, version]: StoreRow): Store {
  const secret = seal.open(sealedSecret);
  const keys = {
    regid: deriveKey(secret, "regid"),
    session: deriveKey(secret, "session"),
    identity: identityKey(secret, version),
  };
  return { id, pid, name, settings, sessionEpoch, keys };
}

export const newStoreSecret = () => randomBytes(32);

const identityKey = (secret: Buffer, version: number) => deriveKey(secret, `identity:${version}`);

/** The secret the shop's own server signs email assertions with, as it is shown to the operator. */
export const identitySecret = (store: Store) => `ksi_${store.keys.identity.export().toString("base64url")}`;

const PID_CHARACTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const PID = /^[\w+/=.-]{6,64}$/;
export const newPid = () =>
  Array.from(randomBytes(12), (byte) => PID_CHARACTERS[byte % PID_CHARACTERS.length]).join("");

/** A `+` in a pid arrives as a space where a client did not encode it. */
export const normalisePid = (pid: string) => pid.replaceAll(" ", "+");
