import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import type { Prune } from "../../../platform/housekeeping.ts";
import type { Log } from "../../../platform/log.ts";
import { readTestTime, type TestTime } from "../../events/webhooks/time.ts";
import type { NotifyMembers } from "../../stores/members/notify-members.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { giveUpErasures } from "./give-up-erasures.ts";
import { findConnectionsWithOldErasures } from "./sql.ts";

const AT_ONCE = 5_000;

type PruneDeps = TestTime & {
  readonly stores: Pick<StoreCache, "getById">;
  readonly notifyMembers: NotifyMembers;
  readonly log: Log;
};

/** Gives erasures up that no tool could be told of for a month. */
export const createPruneErasures =
  (deps: PruneDeps): Prune =>
  async (db) => {
    const at = readTestTime(deps);
    await pruneInPages(() => prunePage(db, deps, at));
  };

/** What goes wrong in one store keeps no other from its turn. */
async function prunePage(db: Db, { stores, notifyMembers, log }: PruneDeps, at: Date | undefined): Promise<number> {
  let deleted = 0;
  for (const { storeId, connectionId } of await findConnectionsWithOldErasures(db.worker, at, AT_ONCE)) {
    const about = { store: storeId, connection: connectionId };
    try {
      const told = { store: await stores.getById(storeId), notifyMembers };
      const gone = await db.inStore(storeId, (tx) => giveUpErasures(tx, told, connectionId, { at, limit: AT_ONCE }));
      deleted += gone.deleted;
      if (gone.lost > 0)
        log.warn({ ...about, lost: gone.lost }, "Gave up erasures that a marketing tool was not told of");
    } catch (error) {
      log.warn({ error, ...about }, "Could not give up erasures of a marketing tool: next try in a minute");
    }
  }
  return deleted;
}
