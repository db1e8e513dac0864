import type { StoreTx } from "../../../platform/db/db.ts";
import type { PublicListId } from "../list.ts";
import { SAVE_FOR_LATER } from "../list.ts";
import { lockFoundLists } from "./lock-found-lists.ts";
import { type OwnedList, publicIdsOf } from "./moved-list.ts";
import { findByPublicIds, findWithSaveForLater, insertLists, type NewList } from "./sql.ts";

/** What became of a list. `renamed`: it is new, and has another public id, because another store has its own. `of-another`: the
 *  store has it, or the one that it leads to, and it belongs to another shopper. */
export type ListOutcome = "new" | "renamed" | "there" | "of-another" | "second-save-for-later" | "unknown-target";

/** Stores lists under the public ids that they had, where they are UUIDs that no other store has. */
export async function importLists(tx: StoreTx, lists: readonly OwnedList[]): Promise<ListOutcome[]> {
  const known = await findLists(
    tx,
    lists.map(({ formerId }) => formerId),
  );
  const outcomes = lists.map((list) => thereOrOfAnother(known.get(list.formerId), list));
  await refuseSecondSaveForLater(tx, lists, outcomes);
  const isUnited = (list: OwnedList) => list.leadsTo !== null;
  // A list may lead to one of the same page.
  await insertSome(tx, lists, outcomes, (list) => !isUnited(list));
  if (lists.some(isUnited)) await insertSome(tx, lists, outcomes, isUnited);
  return outcomes.map((outcome) => outcome ?? "there");
}

const thereOrOfAnother = (known: Pick<OwnedList, "shopperId"> | undefined, { shopperId }: OwnedList) =>
  known && (known.shopperId === shopperId ? "there" : "of-another");

async function insertSome(
  tx: StoreTx,
  lists: readonly OwnedList[],
  outcomes: (ListOutcome | undefined)[],
  isWanted: (list: OwnedList) => boolean,
): Promise<void> {
  const targets = await findLists(
    tx,
    lists.filter(isWanted).flatMap(({ leadsTo }) => leadsTo ?? []),
  );
  await lockFoundLists(
    tx,
    [...targets.values()].map(({ id }) => id),
  );
  const wanted = new Map<string, NewList & { place: number; computed: PublicListId }>();
  for (const [place, list] of lists.entries()) {
    if (outcomes[place] !== undefined || !isWanted(list)) continue;
    const target = list.leadsTo === null ? null : targets.get(list.leadsTo);
    const { own, computed } = publicIdsOf(tx.storeId, list.formerId);
    const before = wanted.get(computed);
    if (before) outcomes[place] = thereOrOfAnother(before, list);
    else if (target === undefined) outcomes[place] = "unknown-target";
    else if (target && target.shopperId !== list.shopperId) outcomes[place] = "of-another";
    else wanted.set(computed, { ...list, movedTo: target && target.id, publicId: own ?? computed, place, computed });
  }
  const store = async (some: readonly NewList[]) =>
    new Set((await insertLists(tx, some)).map(({ publicId }) => publicId));
  const all = [...wanted.values()];
  const stored = await store(all);
  for (const { publicId, place } of all) if (stored.has(publicId)) outcomes[place] = "new";
  // The id belongs to a list of another store, or another import has just stored it here.
  const taken = all.filter(({ publicId }) => !stored.has(publicId));
  if (taken.length === 0) return;
  const found = await findByPublicIds(
    tx,
    taken.map(({ publicId }) => publicId),
  );
  const there = new Map(found.map((list) => [list.publicId, list]));
  for (const { publicId, place, ...list } of taken) outcomes[place] = thereOrOfAnother(there.get(publicId), list);
  const elsewhere = taken.filter(({ publicId, computed }) => !there.has(publicId) && publicId !== computed);
  const renamed = await store(elsewhere.map((list) => ({ ...list, publicId: list.computed })));
  for (const { computed, place } of elsewhere) if (renamed.has(computed)) outcomes[place] = "renamed";
}

type FoundList = Omit<Awaited<ReturnType<typeof findByPublicIds>>[number], "publicId">;

/** The lists of this store, by the ids that they had before they were imported. */
export async function findLists(tx: StoreTx, formerIds: readonly string[]): Promise<Map<string, FoundList>> {
  const candidates = new Map<PublicListId, string>();
  for (const formerId of new Set(formerIds)) {
    const { own, computed } = publicIdsOf(tx.storeId, formerId);
    if (own) candidates.set(own, formerId);
    candidates.set(computed, formerId);
  }
  const found = new Map<string, FoundList>();
  if (candidates.size === 0) return found;
  for (const { publicId, ...list } of await findByPublicIds(tx, [...candidates.keys()])) {
    const formerId = candidates.get(publicId);
    if (formerId !== undefined) found.set(formerId, list);
  }
  return found;
}

/** A shopper has at most one, whatever its name. */
async function refuseSecondSaveForLater(
  tx: StoreTx,
  lists: readonly OwnedList[],
  outcomes: (ListOutcome | undefined)[],
): Promise<void> {
  const isOne = (list: OwnedList, place: number) =>
    list.type === SAVE_FOR_LATER && list.leadsTo === null && outcomes[place] === undefined;
  const owners = lists.filter(isOne).map(({ shopperId }) => shopperId);
  if (owners.length === 0) return;
  const withOne = new Set((await findWithSaveForLater(tx, owners)).map(({ shopperId }) => shopperId));
  for (const [place, list] of lists.entries()) {
    if (!isOne(list, place)) continue;
    if (withOne.has(list.shopperId)) outcomes[place] = "second-save-for-later";
    withOne.add(list.shopperId);
  }
}
