import type { BoundedCount } from "../../../platform/bounded-count.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findMailQueue } from "../../../platform/messaging/mail/find-queue.ts";
import { countParkedOf } from "../../../platform/outbox/park.ts";
import { countWaitingBatches } from "../../alerts/delivery/count-waiting.ts";
import { findSenderFacts, type MediumFacts } from "../../alerts/senders/find-sender-facts.ts";
import { fetchConnections } from "../../stores/connections/fetch-connections.ts";
import type { ListedStore } from "../../stores/list-stores.ts";
import { findPause, type Pause } from "../../stores/settings/find-pause.ts";

export type StoreState = {
  readonly store: ListedStore;
  readonly pause: Pause | undefined;
  readonly mails: { readonly waiting: BoundedCount; readonly oldestAt: Date | null };
  readonly batches: BoundedCount;
  readonly setAside: BoundedCount;
  /** Undefined: it has never reported stock. */
  readonly stockReportedAt: Date | undefined;
  readonly media: readonly MediumFacts[];
};

const AT_ONCE = 4;

/** How stores work now, read within each store: a few rows of each, and counts that end at a thousand. */
export async function describeStores(
  deps: { readonly db: Db; readonly clock: Clock },
  stores: readonly ListedStore[],
): Promise<StoreState[]> {
  const states: StoreState[] = [];
  for (let first = 0; first < stores.length; first += AT_ONCE)
    states.push(
      ...(await Promise.all(stores.slice(first, first + AT_ONCE).map((store) => describeStore(deps, store)))),
    );
  return states;
}

const describeStore = (
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  store: ListedStore,
): Promise<StoreState> =>
  db.inStore(store.id, async (tx) => ({
    store,
    pause: findPause(store.settings, clock()),
    mails: await findMailQueue(tx),
    batches: await countWaitingBatches(tx),
    setAside: await countParkedOf(tx),
    stockReportedAt: (await fetchConnections(tx)).stock?.lastAt,
    media: (await findSenderFacts(tx, store.settings)).media,
  }));
