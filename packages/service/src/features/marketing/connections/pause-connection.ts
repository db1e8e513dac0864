import type { StoreTx } from "../../../platform/db/db.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import type { Actor } from "../../stores/access/caller.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import type { NotifyMembers } from "../../stores/members/notify-members.ts";
import type { Store } from "../../stores/store.ts";
import { type Connection, MESSAGE_DAYS, nameOf } from "../connection.ts";
import { PAUSED_BECAUSE } from "../problems.ts";
import { getConnection } from "./get-connection.ts";
import { markPaused } from "./sql.ts";

/** Who does what no person does. */
export const KEEPSAKE: Actor = { kind: "operator", id: "keepsake", name: "Keepsake" };

/** Why a connection is paused that the merchant paused. */
export const BY_MERCHANT = PAUSED_BECAUSE.say("by-merchant", {});

/** Pauses a connection on the merchant's behalf. Messages are queued further on. */
export async function pauseConnection(tx: StoreTx, id: ConnectionId): Promise<Connection> {
  await getConnection(tx, id);
  await markPaused(tx, id, BY_MERCHANT);
  return getConnection(tx, id);
}

export type Told = { readonly store: Store; readonly notifyMembers: NotifyMembers };
const KEPT = `Messages wait for ${MESSAGE_DAYS} days.`;

/** Tells the merchant that a tool has accepted nothing for a day. */
export async function warnAboutConnection(tx: StoreTx, { store, notifyMembers }: Told, id: ConnectionId) {
  const connection = await getConnection(tx, id);
  await notifyMembers(tx, store, {
    subject: "A marketing tool has failed for a day",
    what: `${nameOf(connection)} has accepted nothing for a day. ${connection.problem ?? ""}`.trim(),
    whatToDo: `Look at the tool and at the page Marketing of the dashboard. ${KEPT}`,
    scope: "settings:write",
  });
}

/** Pauses a connection that the tool refuses, and tells the merchant. Returns false when it was paused or disconnected
 *  already. */
export async function giveUpConnection(
  tx: StoreTx,
  { store, notifyMembers }: Told,
  id: ConnectionId,
  because: string,
): Promise<boolean> {
  if (!(await markPaused(tx, id, because))) return false;
  const connection = await getConnection(tx, id);
  await recordAudit(tx, {
    actor: KEEPSAKE,
    action: "marketing.paused",
    details: { connection: id, tool: connection.tool, because, why: PAUSED_BECAUSE.read(because) },
  });
  await notifyMembers(tx, store, {
    subject: "A marketing tool was paused",
    what: `Keepsake sends nothing more to ${nameOf(connection)}. ${because}`,
    whatToDo: `Enter a new key or resume the connection on the page Marketing of the dashboard. What waits is then sent. ${KEPT}`,
    scope: "settings:write",
  });
  return true;
}
