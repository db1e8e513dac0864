import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Email } from "../../../platform/text/email.ts";
import { unknownStore } from "../errors.ts";
import { insertOrganisation, setOrganisation } from "../sql.ts";
import type { MemberRole } from "./roles.ts";
import { lockStoreOrganisation, upsertMember } from "./sql.ts";

/** Adds a member from the command line, also to a store that has none. */
export async function addFirstMember(
  tx: SystemTx,
  { storeId, email, role }: { readonly storeId: StoreId; readonly email: Email; readonly role: MemberRole },
) {
  const store = await lockStoreOrganisation(tx, storeId);
  if (!store) throw unknownStore();
  const organisationId = store.organisationId ?? (await makeOrganisation(tx, storeId, store.name));
  await upsertMember(tx, { organisationId, email, role, invitedBy: "command line" });
}

async function makeOrganisation(tx: SystemTx, storeId: StoreId, name: string): Promise<number> {
  const id = (await insertOrganisation(tx, name)) as number;
  await setOrganisation(tx, storeId, id);
  return id;
}
