import { type Change, type Changes, isAbout, lidsAfter } from "./changes.ts";
import type { Saved, SavedState } from "./interface.ts";
import { createObservers } from "./observers.ts";
import type { PlatformId, Product } from "./records.ts";

type Found = { readonly epi: PlatformId; readonly lids: string[] };
type Heart = {
  readonly epi: PlatformId;
  /** The lists of the service's last answer, without pending changes. */
  lids: readonly string[];
  isKnown: boolean;
  state: SavedState;
  readonly observers: ReturnType<typeof createObservers>;
};

const IDS_MAX = 250;
/** Above this, hearts without observers are dropped, so that an endless grid does not fill the memory. */
const HEARTS_MAX = 2_000;
const UNKNOWN: SavedState = { isSaved: false, lids: [], isKnown: false, isPending: false };

/** Knows which variants are saved. All hearts of a page are fetched in one call. */
export function createHearts({
  contains,
  changes,
  add,
  remove,
}: {
  contains: (epis: readonly PlatformId[]) => Promise<readonly Found[]>;
  changes: Pick<Changes, "pending" | "subscribe">;
  add: (lid: string | undefined, product: Product) => Promise<unknown>;
  remove: (lid: string | undefined, product: Product) => Promise<unknown>;
}) {
  const hearts = new Map<string, Heart>();
  const toFetch = new Set<Heart>();
  let fetching: Promise<void> | undefined;
  /** Rises with every change, so that an answer from before the change is recognised and fetched again. */
  let version = 0;

  function update(heart: Heart) {
    const { epi, state, observers } = heart;
    const mine = changes.pending().filter((change) => isAbout(change, String(epi)));
    const lids = lidsAfter(heart.lids, String(epi), mine);
    const next: SavedState = {
      isSaved: lids.length > 0,
      lids,
      isKnown: heart.isKnown,
      isPending: mine.length > 0,
    };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    heart.state = next;
    observers.notify();
  }
  const updateAll = () => hearts.forEach(update);
  changes.subscribe(updateAll);

  function heartOf({ epi }: Product): Heart {
    const known = hearts.get(String(epi));
    if (known) return known;
    if (hearts.size >= HEARTS_MAX) for (const [key, old] of hearts) if (old.observers.count === 0) hearts.delete(key);
    const heart: Heart = { epi, lids: [], isKnown: false, state: UNKNOWN, observers: createObservers() };
    hearts.set(String(epi), heart);
    update(heart);
    return heart;
  }

  async function fetchBatch() {
    await allHeartsAdded();
    fetching = undefined;
    const all = [...toFetch];
    toFetch.clear();
    const versionBefore = version;
    const batches: Heart[][] = [];
    while (all.length > 0) batches.push(all.splice(0, IDS_MAX));
    await Promise.all(
      batches.map(async (batch) => {
        const found = await contains(batch.map(({ epi }) => epi));
        const lids = new Map(found.map((one) => [String(one.epi), one.lids]));
        for (const heart of batch) {
          if (versionBefore === version) {
            heart.lids = lids.get(String(heart.epi)) ?? [];
            heart.isKnown = true;
          } else if (heart.observers.count > 0) toFetch.add(heart);
          update(heart);
        }
      }),
    );
    if (toFetch.size > 0) await fetchSoon();
  }
  const fetchSoon = () => (fetching ??= fetchBatch());
  /** If the call fails, hearts stay empty. They still work, and have the right state after the first click. */
  const fetchIfPossible = () => fetchSoon().catch(() => undefined);

  return {
    saved(product: Product): Saved {
      const heart = heartOf(product);
      const ensureKnown = async () => {
        if (heart.isKnown) return;
        toFetch.add(heart);
        await fetchIfPossible();
      };
      return {
        get: () => heart.state,
        subscribe(listener) {
          hearts.set(String(heart.epi), heart);
          const stop = heart.observers.add(listener);
          void ensureKnown();
          return stop;
        },
        async toggle({ lid } = {}) {
          // A shopper who sees the heart toggles what they see. Without an observer, the real state is fetched first.
          if (heart.observers.count === 0 && !heart.state.isPending) await ensureKnown();
          const { lids } = heart.state;
          const from = lid === undefined ? lids : lids.filter((one) => one === lid);
          if (from.length === 0) await add(lid, product);
          else await Promise.all(from.map((one) => remove(one || undefined, product)));
          return heart.state;
        },
      };
    },
    /** Applies a change that the service has accepted, from this tab or another. */
    apply(change: Change) {
      version += 1;
      for (const heart of hearts.values()) heart.lids = lidsAfter(heart.lids, String(heart.epi), [change]);
    },
    updateAll,
    /** Fetches all visible hearts again, because something changed elsewhere. */
    expire() {
      version += 1;
      for (const heart of hearts.values()) {
        if (heart.observers.count > 0) toFetch.add(heart);
        else heart.isKnown = false;
      }
      if (toFetch.size > 0) void fetchIfPossible();
    },
    /** Drops everything, because another shopper uses the page now. */
    reset() {
      for (const heart of hearts.values()) Object.assign(heart, { lids: [], isKnown: false });
      this.expire();
      updateAll();
    },
  };
}

/** Waits until the page is parsed and the current task has ended: then all of its hearts have been added. */
function allHeartsAdded() {
  return new Promise<void>((resolve) => {
    const afterTask = () => void setTimeout(resolve);
    if (globalThis.document?.readyState === "loading")
      document.addEventListener("DOMContentLoaded", afterTask, { once: true });
    else afterTask();
  });
}
