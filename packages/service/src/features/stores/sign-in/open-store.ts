import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Actor } from "../access/caller.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { noStore } from "../members/errors.ts";
import { findMemberOf, isOperator } from "../members/find-access.ts";
import type { StoreCache } from "../store-cache.ts";
import type { SignedIn } from "./member-sessions.ts";
import { openStoreInSession } from "./sql.ts";

const OPERATOR_MS = 30 * 60_000;

/** Opens a store in the person's session, and returns its id. An operator who is no member may look at it for 30 minutes. Both are in the
 *  store's audit log. */
export async function openStore(
  { db, stores, clock }: { readonly db: Db; readonly stores: StoreCache; readonly clock: Clock },
  person: SignedIn,
  { pid, reason }: { readonly pid: string; readonly reason: string | undefined },
) {
  const { email } = person;
  const store = await stores.getByPid(pid).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "not-found") return undefined;
    throw error;
  });
  const member = store && (await findMemberOf(db.hot, email, store.id));
  if (!store || (!member && !(await isOperator(db.hot, email)))) throw noStore();
  const actor: Actor = { kind: member ? "member" : "operator", id: email, name: email };
  const until = member ? null : new Date(clock() + OPERATOR_MS);
  await db.inStore(store.id, (tx) =>
    recordAudit(tx, {
      actor,
      action: "store.opened",
      details: { ...(until ? { until: until.toISOString() } : {}), ...(reason ? { reason } : {}) },
    }),
  );
  await openStoreInSession(db.hot, { id: person.sessionId, storeId: store.id, until });
  return store.id;
}
