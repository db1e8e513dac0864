import type { ContactId, ErasureId, StoreId } from "../../../platform/ids.ts";
import type { Person } from "../../shoppers/privacy/person.ts";
import type { Regid } from "../../shoppers/regid.ts";
import type { Store } from "../../stores/store.ts";

/** The state of an erasure; the numbers are those of the table. `erased`: all rows are deleted, and those that calls in
 *  flight write are deleted a few seconds later. */
export const ERASURE_STATES = { erasing: 0, erased: 1, done: 2 } as const;

export type ErasureKey = { readonly storeId: StoreId; readonly id: ErasureId };

/** What stays of an erased shopper: sessions with a lower epoch have ended. */
export type Tombstone = { readonly regid: Regid; readonly epoch: number };

/** The person of an erasure, and what is written to the erasure log. Stored encrypted until the erasure is done. */
export type ErasedPerson = Person & {
  readonly contactIds: readonly ContactId[];
  readonly tombstones: readonly Tombstone[];
};

export const sealPerson = ({ seal, id }: Store, person: ErasedPerson) =>
  seal.seal(Buffer.from(JSON.stringify(person)), { purpose: "erasure", owner: id });

export const openPerson = ({ seal, id }: Store, sealed: Buffer) =>
  JSON.parse(seal.open(sealed, { purpose: "erasure", owner: id }).toString()) as ErasedPerson;

/** How many rows each feature has deleted. */
export type Counts = Readonly<Record<string, number>>;
