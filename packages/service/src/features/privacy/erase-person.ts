import type { ErasureId } from "../../platform/ids.ts";
import type { Actor } from "../stores/access/caller.ts";
import { recordAudit } from "../stores/audit/record-audit.ts";
import type { Store } from "../stores/store.ts";
import type { HashAddress } from "../subscriptions/address.ts";
import { beginErasure } from "./erasing/begin-erasure.ts";
import { continueErasure, type Erased, type ErasureDeps } from "./erasing/continue-erasure.ts";
import { isBeingErased } from "./erasing/is-being-erased.ts";
import { type NamedPerson, namesOf, toSought } from "./find-person.ts";

/** Erases a person, as far as it is done in `forMs`. A call that is repeated while the first one still deletes finds no
 *  account any more, and little to delete: the person is erased when both have ended. */
export async function erasePerson(
  { hashAddress, ...deps }: ErasureDeps & { readonly hashAddress: HashAddress },
  store: Store,
  named: NamedPerson,
  { actor, forMs }: { readonly actor: Actor; readonly forMs: number },
): Promise<Erased & { readonly id: ErasureId }> {
  const sought = toSought(store, named);
  const id = await deps.db.inStore(store.id, async (tx) => {
    const erasure = await beginErasure(tx, hashAddress, store, sought);
    await recordAudit(tx, { actor, action: "person.erased", details: { ...namesOf(named), erasure } });
    return erasure;
  });
  const erased = await continueErasure(deps, { storeId: store.id, id }, { forMs });
  const hashes = sought.addresses.map((address) => hashAddress(address, store.id));
  const isErasing = erased.state === "erasing" || (await isBeingErased(deps.db, store, { ...sought, hashes }));
  return { ...erased, id, state: isErasing ? "erasing" : "erased" };
}
