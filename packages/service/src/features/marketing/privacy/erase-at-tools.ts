import type { StoreTx } from "../../../platform/db/db.ts";
import type { Person } from "../../shoppers/privacy/person.ts";
import type { Store } from "../../stores/store.ts";
import { sealErased } from "./sealed-person.ts";
import { findConnectionIds, insertErasure } from "./sql.ts";

/** A tool may take few erasures in a minute. What it is told of is told as a whole, so that is little. */
const ADDRESSES_MAX = 4;

/** Lets the tools of the store be told that a person is erased, while the addresses are still known. Only addresses that
 *  belong to the person: the others were never sent to a tool. */
export async function eraseAtTools(tx: StoreTx, store: Store, { addresses }: Pick<Person, "addresses">): Promise<void> {
  if (addresses.length === 0) return;
  const known = addresses.map(({ medium, value }) => ({ medium, value }));
  const connections = await findConnectionIds(tx);
  for (const { id } of connections)
    for (let first = 0; first < known.length; first += ADDRESSES_MAX) {
      const some = known.slice(first, first + ADDRESSES_MAX);
      await insertErasure(tx, id, sealErased(store, id, { addresses: some }));
    }
  if (connections.length > 0) tx.wakeAfterCommit("marketing");
}
