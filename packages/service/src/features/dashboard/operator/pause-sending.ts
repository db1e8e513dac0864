import type { Db } from "../../../platform/db/db.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Actor } from "../../stores/access/caller.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import type { NotifyMembers } from "../../stores/members/notify-members.ts";
import { mergeSettings } from "../../stores/settings/merge-settings.ts";
import type { Store } from "../../stores/store.ts";

/** Pauses a store's alerts and its mails to shoppers, until then at most. What is due waits; nothing is lost. The store sees it
 *  in its problems and in its audit log, and its members get a mail. A second pause replaces the first. */
export async function pauseSending(
  { db, notifyMembers }: { readonly db: Db; readonly notifyMembers: NotifyMembers },
  store: Store,
  { actor, until, reason }: { readonly actor: Actor; readonly until: Date; readonly reason: string },
): Promise<void> {
  const pausedUntil = until.toISOString();
  await db.inStore(store.id, async (tx) => {
    await mergeSettings(tx, store.id, { sending: { pausedUntil, pauseReason: reason } });
    await announce(tx, "store.changed", {});
    await recordAudit(tx, { actor, action: "sending.paused", details: { until: pausedUntil, reason } });
    await notifyMembers(tx, store, {
      subject: "The operator has paused sending",
      what: `Alerts and mails to shoppers of ${store.name} wait until ${pausedUntil.slice(0, 16).replace("T", " ")} UTC. The operator says: ${reason}`,
      whatToDo: "Nothing is lost: all of them are sent afterwards. Ask the operator if you have questions.",
      scope: "settings:write",
    });
  });
}
