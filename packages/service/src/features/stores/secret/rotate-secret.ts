import { createSeal, hasHeader, type Seal, type SealContext } from "../../../platform/crypto/seal.ts";
import type { Db } from "../../../platform/db/db.ts";
import { answerOf, resealAnswers } from "../../../platform/db/idempotency.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { secretOf } from "../store.ts";
import type { StoreCache } from "../store-cache.ts";
import type { Secrets } from "./load-keyring.ts";
import { lockKeyRows, lockSecrets, updateKey, updateSecret } from "./sql.ts";

const PAGE = 200;

/** `left` counts the values that none of the secrets opens. */
export type Rotation = { readonly resealed: number; readonly left: number };

/** Seals every value of the database with the newest secret, a page at a time, while the service runs. It may be repeated
 *  and interrupted. The keys of the installation come last: until they are sealed with the newest secret, a process that
 *  has only that one does not start. */
export async function rotateSecret(
  { db, stores }: { db: Db; stores: StoreCache },
  secrets: Secrets,
): Promise<Rotation> {
  const seal = createSeal(secrets);
  const ofAnswers = await resealOldAnswers(db, stores, seal);
  const ofStores = await resealStores(db, seal);
  const left = ofAnswers.left + ofStores.left;
  if (left > 0) return { resealed: ofAnswers.resealed + ofStores.resealed, left };
  const ofKeys = await resealKeys(db, seal);
  // A store that was created before the keys changed may have the old secret.
  const ofNewStores = await resealStores(db, seal);
  const all = [ofAnswers, ofStores, ofKeys, ofNewStores];
  return { resealed: sum(all.map(({ resealed }) => resealed)), left: ofKeys.left + ofNewStores.left };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

async function resealStores(db: Db, seal: Seal): Promise<Rotation> {
  let [after, resealed, left, seen] = [0, 0, 0, PAGE];
  while (seen === PAGE) {
    const page = await db.asOperator(async (tx) => {
      const rows = await lockSecrets(tx, { after, limit: PAGE });
      const old = rows.filter(({ sealedSecret }) => !hasHeader(sealedSecret, seal.header));
      let done = 0;
      for (const { id, sealedSecret } of old) {
        const plain = seal.tryOpen(sealedSecret, secretOf(id));
        if (!plain) continue;
        await updateSecret(tx, { id, sealedSecret: seal.seal(plain, secretOf(id)) });
        done += 1;
      }
      return { last: rows.at(-1)?.id ?? after, seen: rows.length, done, old: old.length };
    });
    after = page.last;
    seen = page.seen;
    resealed += page.done;
    left += page.old - page.done;
  }
  return { resealed, left };
}

const resealKeys = (db: Db, seal: Seal): Promise<Rotation> =>
  db.asOperator(async (tx) => {
    const old = (await lockKeyRows(tx)).filter(({ sealedKey }) => !hasHeader(sealedKey, seal.header));
    for (const { purpose, sealedKey } of old) {
      const context: SealContext = { purpose: "installation-key", owner: purpose };
      await updateKey(tx, { purpose, sealedKey: seal.seal(seal.open(sealedKey, context), context) });
    }
    return { resealed: old.length, left: 0 };
  });

/** The answers that 0.1 stored are sealed with the secret of the installation; today's with that of their store. */
async function resealOldAnswers(db: Db, stores: StoreCache, seal: Seal): Promise<Rotation> {
  const again = async (storeId: StoreId, sealed: Buffer) => {
    const plain = seal.tryOpen(sealed, answerOf(storeId));
    return plain && (await stores.getById(storeId)).seal.seal(plain, answerOf(storeId));
  };
  let [resealed, left] = [0, 0];
  for (let after: Awaited<ReturnType<typeof resealAnswers>>["next"]; ; ) {
    const page = await resealAnswers(db, again, { after, limit: PAGE });
    resealed += page.resealed;
    left += page.left;
    after = page.next;
    if (!after) return { resealed, left };
  }
}
