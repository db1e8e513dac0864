import { LRUCache } from "lru-cache";
import type { Clock } from "../../../platform/clock.ts";
import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Caller } from "../access/caller.ts";
import type { StoreCache } from "../store-cache.ts";
import { ORIGINS_MAX, recordSightings, type Sighting } from "./sql.ts";

/** Remembers what was seen of a shop: its script, a saved item, the reports of its server. No call waits for it or fails with
 *  it, and nearly all calls cost it one look into memory. */
export type Sightings = {
  /** A page of this origin has called for the store. */
  script(pid: string, origin: string): void;
  save(storeId: StoreId): void;
  report(kind: "stock" | "catalogue" | "orders", caller: Caller): void;
};

/** The first sighting is written at once; what is seen again is written so seldom. */
const WRITE_EVERY_MS = 180_000;
const REMEMBERED_MAX = 50_000;
const STORES_MAX = 10_000;
const IN_A_STATEMENT_MAX = 100;

export function createSightings({
  hot,
  stores,
  clock,
}: {
  readonly hot: HotDb;
  readonly stores: Pick<StoreCache, "getByPid">;
  readonly clock: Clock;
}): Sightings {
  const seenAt = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  const windows = new LRUCache<string, { readonly since: number; origins: number }>({ max: STORES_MAX });

  const write = coalesce(
    async (sightings: readonly Sighting[]) => {
      await recordSightings(hot, sightings);
      return sightings.map(() => ({ value: undefined }));
    },
    { inFlight: 1, max: IN_A_STATEMENT_MAX },
  );

  const isSeen = (key: string) => clock() - (seenAt.get(key) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS;

  /** What was not written is written with the next sighting. */
  function remember(key: string, work: () => Promise<unknown>) {
    seenAt.set(key, clock());
    work().catch(() => seenAt.delete(key));
  }

  /** How many origins were written in these minutes. Anybody can invent origins, and each costs a write. */
  function windowOf(pid: string) {
    const known = windows.get(pid);
    if (known && clock() - known.since < WRITE_EVERY_MS) return known;
    const window = { since: clock(), origins: 0 };
    windows.set(pid, window);
    return window;
  }

  async function writeScript(pid: string, origin: string) {
    const { id: storeId } = await stores.getByPid(pid);
    await Promise.all([
      write({ storeId, kind: "script", origin: "", keyName: null }),
      write({ storeId, kind: "origin", origin, keyName: null }),
    ]);
  }

  return {
    script(pid, origin) {
      const key = `${pid} ${origin}`;
      if (isSeen(key)) return;
      const window = windowOf(pid);
      if (window.origins >= ORIGINS_MAX) return;
      window.origins += 1;
      remember(key, () =>
        writeScript(pid, origin).catch((error: unknown) => {
          window.origins -= 1;
          throw error;
        }),
      );
    },
    save(storeId) {
      const key = `save ${storeId}`;
      if (!isSeen(key)) remember(key, () => write({ storeId, kind: "save", origin: "", keyName: null }));
    },
    report(kind, { store, actor }) {
      const key = `${kind} ${store.id}`;
      const keyName = actor.kind === "key" ? actor.name : null;
      if (!isSeen(key)) remember(key, () => write({ storeId: store.id, kind, origin: "", keyName }));
    },
  };
}
