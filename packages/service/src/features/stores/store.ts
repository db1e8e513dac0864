import { type KeyObject, randomBytes } from "node:crypto";
import { createSeal, deriveKey, type Seal, type SealContext } from "../../platform/crypto/seal.ts";
import type { StoreId } from "../../platform/ids.ts";
import { MEDIUM_CODES } from "../../platform/messaging/send-counts.ts";
import type { StoreSettings } from "./settings/settings.ts";

export type Store = {
  readonly id: StoreId;
  readonly pid: string;
  readonly name: string;
  readonly settings: StoreSettings;
  /** In a test store, mails go only to members. */
  readonly isTest: boolean;
  /** It holds sample data: nothing of it is ever sent. */
  readonly isSample: boolean;
  /** It is being deleted: no call finds it any more, and workers send nothing for it. */
  readonly isErased: boolean;
  readonly sessionEpoch: number;
  /** How often the addresses of the webhooks were replaced, and until when those before work. */
  readonly hooks: { readonly version: number; readonly oldUntil: Date | null };
  /** Changes with the store's own senders and signing keys, and which media it sends with a provider of its own. */
  readonly senders: { readonly version: number; readonly email: boolean; readonly sms: boolean };
  /** For what is stored of this store alone. It does not change with KEEPSAKE_SECRET. */
  readonly seal: Seal;
  readonly keys: { readonly regid: KeyObject; readonly session: KeyObject; readonly identity: KeyObject };
};

/** Whether anything can send the store's mails, or its text messages: its own provider or the installation's. */
export type CanSend = (store: Pick<Store, "senders">) => boolean;

export type StoreRow = Omit<Store, "keys" | "seal" | "hooks" | "senders"> & {
  /** Different after every change of the row. */
  readonly version: string;
  readonly sealedSecret: Buffer;
  readonly identitySecretVersion: number;
  readonly hookVersion: number;
  readonly oldHookUntil: Date | null;
  readonly senderVersion: number;
  /** 1: email, 2: sms, 3: both. */
  readonly senderMedia: number;
};

export function toStore(seal: Seal, row: StoreRow): Store {
  const { id, pid, name, settings, isTest, isSample, isErased, sessionEpoch } = row;
  const secret = seal.open(row.sealedSecret, secretOf(id));
  const keys = {
    regid: deriveKey(secret, "regid"),
    session: deriveKey(secret, "session"),
    identity: deriveKey(secret, `identity:${row.identitySecretVersion}`),
  };
  const hooks = { version: row.hookVersion, oldUntil: row.oldHookUntil };
  const { senderVersion: version, senderMedia: media } = row;
  const senders = { version, email: (media & MEDIUM_CODES.email) > 0, sms: (media & MEDIUM_CODES.sms) > 0 };
  return {
    id,
    pid,
    name,
    settings,
    isTest,
    isSample,
    isErased,
    sessionEpoch,
    hooks,
    senders,
    keys,
    seal: createSeal([secret]),
  };
}

export const secretOf = (storeId: StoreId): SealContext => ({ purpose: "store-secret", owner: storeId });

export const newStoreSecret = () => randomBytes(32);

/** The secret that the shop's server signs email assertions with, as the operator sees it. */
export const identitySecret = (store: Store) => `ksi_${store.keys.identity.export().toString("base64url")}`;

const PID_CHARACTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const PID = /^[\w+/=.-]{6,64}$/;
export const newPid = () =>
  Array.from(randomBytes(12), (byte) => PID_CHARACTERS[byte % PID_CHARACTERS.length]).join("");

/** A `+` in a pid arrives as a space when the client did not encode it. */
export const normalisePid = (pid: string) => pid.replaceAll(" ", "+");
