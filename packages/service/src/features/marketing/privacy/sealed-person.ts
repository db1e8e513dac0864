import type { ConnectionId } from "../../../platform/ids.ts";
import type { PersonAddress } from "../../shoppers/privacy/person.ts";
import type { Store } from "../../stores/store.ts";

/** What a tool is told about somebody who was erased. */
export type ErasedPerson = { readonly addresses: readonly Pick<PersonAddress, "medium" | "value">[] };

export const sealErased = ({ seal }: Pick<Store, "seal">, id: ConnectionId, person: ErasedPerson): Buffer =>
  seal.seal(Buffer.from(JSON.stringify(person)), { purpose: "marketing-erasure", owner: id });

export const openErased = ({ seal }: Pick<Store, "seal">, id: ConnectionId, sealed: Buffer): ErasedPerson =>
  JSON.parse(seal.open(sealed, { purpose: "marketing-erasure", owner: id }).toString()) as ErasedPerson;
