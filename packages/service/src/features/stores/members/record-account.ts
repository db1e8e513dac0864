import type { Db } from "../../../platform/db/db.ts";
import type { Actor } from "../access/caller.ts";
import { recordAudit, recordInstallationAudit } from "../audit/record-audit.ts";
import type { AccountEvent } from "../sign-in/account-events.ts";
import { findMemberOf, findOnlyStore } from "./find-access.ts";
import { findPerson, markJoined } from "./sql.ts";

/** A person with an account. `storeId`: the store that is open in their session. */
type Person = { readonly email: string; readonly storeId: number | null };
/** `by`: who did it, when it was not the person. */
export type RecordAccount = (person: Person, event: AccountEvent, by?: Actor) => Promise<void>;

/** Notes what happened to a person's account: in the log of the store that they have opened, or of their only one, or
 *  of the installation. The owners of a store do not see what its members do in stores of others. */
export const createRecordAccount =
  (db: Db): RecordAccount =>
  async ({ email: given, storeId }, { what, details }, by) => {
    const email = given.trim().toLowerCase();
    const { isMember, isOperator } = await findPerson(db.hot, email);
    if (!isMember && !isOperator) return;
    if (what === "signed-in") await markJoined(db.hot, email);
    const kind = isMember ? "member" : "operator";
    const entry = { actor: by ?? { kind, id: email, name: email }, action: `${kind}.${what}`, details } as const;
    const access = await (storeId === null ? findOnlyStore(db.hot, email) : findMemberOf(db.hot, email, storeId));
    if (access) await db.inStore(access.storeId, (tx) => recordAudit(tx, entry));
    else await recordInstallationAudit(db.hot, entry);
  };
