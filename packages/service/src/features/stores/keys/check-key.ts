import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { badKey } from "../errors.ts";
import { normalisePid, type Store } from "../store.ts";
import { type HashSecret, parseApiKey } from "./api-key.ts";
import { findKeyRow, findKeyStates, type KeyRow, type KeyState, touchKey } from "./sql.ts";

const TOUCH_AFTER_MS = 60_000;
const NO_HASH = Buffer.alloc(32);

/** Checks an Authorization header: Basic, with the pid as user and the key as password. */
export async function checkKey(
  { hot, hashSecret, clock }: { hot: HotDb; hashSecret: HashSecret; clock: Clock },
  authorization: string,
): Promise<KeyRow> {
  const { pid, key } = readBasic(authorization);
  const parsed = parseApiKey(key);
  const row = parsed && (await findKeyRow(hot, parsed.id));
  // Hashes are compared even for an unknown key, so that the response takes as long as for a wrong secret.
  const matches = timingSafeEqual(hashSecret(parsed?.secret ?? ""), row?.secretHash ?? NO_HASH);
  if (!row || !matches || !row.isLive || row.pid !== pid) throw badKey();
  touch({ hot, clock }, row.id, row);
  return row;
}

/** Looks again at keys that `checkKey` has accepted before: one statement for many of them. */
export async function recheckKeys(
  { hot, clock }: { hot: HotDb; clock: Clock },
  keyIds: readonly string[],
): Promise<KeyState[]> {
  const live = (await findKeyStates(hot, keyIds)).filter(({ isLive }) => isLive);
  for (const key of live) touch({ hot, clock }, key.storeId, key);
  return live;
}

/** Only operators read the time of the last use, so the request neither waits for the update nor fails with it. */
function touch(
  { hot, clock }: { hot: HotDb; clock: Clock },
  storeId: Store["id"],
  { keyId, lastUsedAt }: Pick<KeyState, "keyId" | "lastUsedAt">,
) {
  if (clock() - (lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER_MS) touchKey(hot, storeId, keyId).catch(() => undefined);
}

function readBasic(authorization: string) {
  const [, encoded = ""] = /^Basic ([A-Za-z0-9+/=_-]{1,280})$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.lastIndexOf(":");
  return { pid: normalisePid(text.slice(0, Math.max(colon, 0))), key: text.slice(colon + 1) };
}
