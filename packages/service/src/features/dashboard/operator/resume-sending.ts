import type { Db } from "../../../platform/db/db.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { retryNow } from "../../alerts/delivery/retry-now.ts";
import type { Actor } from "../../stores/access/caller.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import { mergeSettings } from "../../stores/settings/merge-settings.ts";
import type { Store } from "../../stores/store.ts";

/** Lets a paused store send again: all that waits is due at once. */
export async function resumeSending(db: Db, store: Store, actor: Actor): Promise<void> {
  const none: Record<string, unknown> = { sending: { pausedUntil: null, pauseReason: null } };
  await db.inStore(store.id, async (tx) => {
    await mergeSettings(tx, store.id, none);
    await announce(tx, "store.changed", {});
    await recordAudit(tx, { actor, action: "sending.resumed" });
    await retryNow(tx);
  });
}
