import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { mediumName } from "../address.ts";
import {
  countMembers,
  findAddresses,
  findLedgers,
  findMembers,
  type LineKey,
  type LineMember,
  type PastEntry,
} from "./sql.ts";

export type { LineMember, PastEntry };

const PAGE = 1_000;
/** Somebody with more entries is known only in part. */
const ENTRIES_MAX = 200;

/** Everyone who ever signed up for this line, and their ledgers; undefined when they are more people, or more rows together,
 *  than these limits. Read in pages. */
export async function findPast(
  tx: StoreTx,
  line: LineKey,
  max: { readonly people: number; readonly rows: number },
): Promise<{ readonly members: readonly LineMember[]; readonly entries: readonly PastEntry[] } | undefined> {
  const [counted] = await countMembers(tx, line, max.people + 1);
  if (!counted || counted.count > max.people) return undefined;
  const members = await findMembers(tx, line, max.people);
  const entries: PastEntry[] = [];
  for (let from = 0; from < members.length; from += PAGE) {
    const ids = members.slice(from, from + PAGE).map(({ id }) => id);
    const left = max.rows - members.length - entries.length;
    const page = left < 0 ? [] : await findLedgers(tx, ids, ENTRIES_MAX, left + 1);
    for (const entry of page) entries.push(entry);
    if (page.length > left) return undefined;
  }
  return { members, entries };
}

/** The addresses of these subscriptions, without those that were erased. Nobody but the merchant's own staff may see them
 *  unmasked. */
export async function findAddressesOf(tx: StoreTx, ids: readonly SubscriptionId[]) {
  const rows = await findAddresses(tx, ids);
  return new Map(rows.map(({ id, medium, value }) => [id, { medium: mediumName(medium), value }]));
}
