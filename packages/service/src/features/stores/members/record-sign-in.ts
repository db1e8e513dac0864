import type { Db } from "../../../platform/db/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { SignInWay } from "../sign-in/auth.ts";
import { findDefaultStore } from "./find-access.ts";
import { markJoined } from "./sql.ts";

/** Notes in the audit log of the store that opens first that a member has signed in. Other stores have an entry when the
 *  member opens them. */
export const createRecordSignIn =
  (db: Db) =>
  async (userId: string, way: SignInWay): Promise<void> => {
    const email = await markJoined(db.hot, userId);
    const access = email === undefined ? undefined : await findDefaultStore(db.hot, email);
    if (!email || !access) return;
    const actor = { kind: "member", id: email, name: email } as const;
    await db.inStore(access.storeId, (tx) => recordAudit(tx, { actor, action: "member.signed-in", details: { way } }));
  };
