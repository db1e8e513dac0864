import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId, SubscriptionId } from "../../../platform/ids.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { type Recipient, selectRecipients } from "../../subscriptions/line/recipients.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { findUnitsLeft } from "../plans/find-units-left.ts";
import { unitsMaxOf } from "../plans/policy.ts";
import { takeTurn } from "../plans/take-turn.ts";
import { isSomeoneAhead, selectOne } from "./sql.ts";

/** One transaction selects this many people at most, because it locks the plan. */
const PEOPLE_AT_ONCE = 10;

/** Notifies people who confirmed their sign-up after the restock, while units are left for them. They do not wait for the
 *  next wave, and their place is that of the confirmation. `ids` are in the order of the confirmations. */
export async function notifyConfirmed(
  { db, stores }: { readonly db: Db; readonly stores: StoreCache },
  storeId: StoreId,
  ids: readonly SubscriptionId[],
) {
  const store = await stores.getById(storeId);
  const { recipients } = await db.inStore(storeId, (tx) => selectRecipients(tx, ids));
  const places = new Map(ids.map((id, place) => [id, place]));
  const people = recipients
    .filter(({ topic }) => sharesUnits(topic))
    .toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  for (const line of Map.groupBy(people, ({ variantId, topic }) => `${variantId} ${topic}`).values())
    for (let first = 0; first < line.length; first += PEOPLE_AT_ONCE) {
      const turn = BigInt(await takeTurn(db, storeId));
      const next = line.slice(first, first + PEOPLE_AT_ONCE);
      await db.inStore(storeId, (tx) => selectWhileUnitsLast(tx, store, next, turn));
    }
}

/** Selects people of one line. Each of them gets a chunk, the first one at this turn. */
async function selectWhileUnitsLast(tx: StoreTx, store: Store, line: readonly Recipient[], turn: bigint) {
  const [one] = line;
  let left = one && (await findUnitsLeft(tx, store, one));
  let selected = 0n;
  for (const { id, quantity, ...of } of line) {
    if (!left) return;
    if (await isSomeoneAhead(tx, left.plan, id)) continue;
    const wanted = Math.min(quantity, unitsMaxOf(left.plan.policy));
    const units = Math.min(wanted, left.units ?? wanted);
    await selectOne(tx, left.plan, { id, quantity: wanted, units }, String(turn + selected));
    tx.wakeAfterCommit("alerts");
    selected += 1n;
    left = await findUnitsLeft(tx, store, of);
  }
}
