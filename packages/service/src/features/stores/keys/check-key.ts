import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import type { Seal } from "../../../platform/crypto/seal.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { badKey } from "../errors.ts";
import { normalisePid, type Store, toStore } from "../store.ts";
import { type HashSecret, parseApiKey, type Scope } from "./api-key.ts";
import { findKeyRow, touchKey } from "./sql.ts";

/** The caller of a Store Admin route. Its store comes from the key, never from a parameter. */
export type Caller = { readonly store: Store; readonly keyId: string; readonly scopes: readonly Scope[] };

const TOUCH_AFTER_MS = 60_000;
const NO_HASH = Buffer.alloc(32);

/** Checks an Authorization header: Basic, with the pid as user and the key as password. */
export async function checkKey(
  { hot, seal, hashSecret, clock }: { hot: HotDb; seal: Seal; hashSecret: HashSecret; clock: Clock },
  authorization: string,
): Promise<Caller> {
  const { pid, key } = readBasic(authorization);
  const parsed = parseApiKey(key);
  const row = parsed && (await findKeyRow(hot, parsed.id));
  // Hashes are compared even for an unknown key, so that the response takes as long as for a wrong secret.
  const matches = timingSafeEqual(hashSecret(parsed?.secret ?? ""), row?.secretHash ?? NO_HASH);
  if (!row || !matches || !row.isLive || row.pid !== pid) throw badKey();

  const { keyId, scopes, lastUsedAt } = row;
  const store = toStore(seal, row);
  // Only operators read the time of the last use, so the request neither waits for the update nor fails with it.
  if (clock() - (lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER_MS) touchKey(hot, store.id, keyId).catch(() => undefined);
  return { store, keyId, scopes };
}

function readBasic(authorization: string) {
  const [, encoded = ""] = /^Basic ([A-Za-z0-9+/=_-]{1,280})$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.lastIndexOf(":");
  return { pid: normalisePid(text.slice(0, Math.max(colon, 0))), key: text.slice(colon + 1) };
}
