import type { Db } from "../../../platform/db/db.ts";
import type { Store } from "../../stores/store.ts";
import type { SoughtPerson } from "../find-person.ts";
import { openPerson } from "./erasure.ts";
import { findErasing, findErasure } from "./sql.ts";

const MAX = 1_000;

/** Whether an erasure still deletes rows of somebody with one of these addresses or regids. */
export async function isBeingErased(
  db: Db,
  store: Store,
  { hashes, regids }: Pick<SoughtPerson, "hashes" | "regids">,
): Promise<boolean> {
  const sought = new Set<string>([...hashes, ...regids]);
  return db.inStore(store.id, async (tx) => {
    for (const { id } of await findErasing(tx, MAX)) {
      const sealed = (await findErasure(tx, id))?.sealedPerson;
      if (!sealed) continue;
      const person = openPerson(store, sealed);
      if ([...person.hashes, ...person.regids].some((one) => sought.has(one))) return true;
    }
    return false;
  });
}
