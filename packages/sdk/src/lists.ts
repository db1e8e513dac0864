import type { Change, Changes } from "./changes.ts";
import { KeepsakeError } from "./errors.ts";
import type { Credentials } from "./identity.ts";
import type { ListsState } from "./interface.ts";
import { createObservers } from "./observers.ts";
import type { Item, List } from "./records.ts";
import type { Storage } from "./storage.ts";

type CachedLists = { readonly regid: string; readonly at: number; readonly lists: List[] };

export const FRESH_MS = 300_000;
const STORAGE_NAME = "lists";
const STORED_CHARACTERS_MAX = 300_000;
/** A write during the request makes the answer stale, and the lists are fetched again, but only so often. */
const ATTEMPTS_MAX = 3;

/** The shopper's lists from the last answer of the service, with pending changes applied. */
export function createListCache({
  storage,
  fetchLists,
  findShopper,
  regidNow,
  changes,
}: {
  storage: Storage;
  regidNow: string | undefined;
  fetchLists: () => Promise<List[]>;
  findShopper: () => Promise<Credentials | undefined>;
  changes: Pick<Changes, "pending" | "subscribe">;
}) {
  const observers = createObservers();
  const stateObservers = createObservers();
  let cached = storage.get(STORAGE_NAME) as CachedLists | undefined;
  if (cached?.regid !== regidNow) cached = undefined;
  let version = 0;
  let loading: Promise<void> | undefined;
  let error: KeepsakeError | undefined;
  const visible = () => changes.pending().reduce(applyChange, cached?.lists ?? []);
  const isFresh = (regid: string) =>
    cached !== undefined && cached.regid === regid && Date.now() - cached.at < FRESH_MS;

  const computeState = (): ListsState => {
    const status = error ? "failed" : cached ? "ready" : loading ? "loading" : "idle";
    return { status, lists: visible(), ...(error ? { error } : {}) };
  };
  let state = computeState();
  function update() {
    state = computeState();
    observers.notify();
    stateObservers.notify();
  }

  function store(next: CachedLists | undefined) {
    cached = next;
    const isSmall = next && JSON.stringify(next).length <= STORED_CHARACTERS_MAX;
    storage.set(STORAGE_NAME, isSmall ? next : undefined);
  }

  /** Returns whether the lists were fetched. */
  async function load() {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const versionBefore = version;
      const { regid = "" } = (await findShopper()) ?? {};
      if (isFresh(regid)) return attempt > 1;
      const at = Date.now();
      store({ regid, at, lists: regid ? await fetchLists() : [] });
      if (versionBefore === version) return true;
      if (cached) cached = { ...cached, at: 0 };
    }
    return true;
  }

  /** Concurrent callers share one request. After a failure, the next caller tries again. */
  function refresh() {
    if (loading) return loading;
    loading = load().then(
      (isFetched) => {
        loading = undefined;
        if (!isFetched && !error) return;
        error = undefined;
        update();
      },
      (cause: unknown) => {
        loading = undefined;
        error =
          cause instanceof KeepsakeError ? cause : new KeepsakeError(String(cause), { type: "unexpected", cause });
        update();
        throw error;
      },
    );
    if (!cached) update();
    return loading;
  }
  const refreshIfWatched = () => {
    if (observers.count > 0) refresh().catch(() => undefined); // The state has the error.
  };

  changes.subscribe(update);

  return {
    get: () => state,
    subscribe(listener: () => void) {
      const stop = observers.add(listener);
      refreshIfWatched();
      return stop;
    },
    /** Unlike `subscribe`, this does not keep the lists up to date. */
    onStateChange: stateObservers.add,
    isWatched: () => observers.count > 0,
    async fetch(): Promise<List[]> {
      await refresh();
      return visible();
    },
    /** Applies a change that the service has accepted, until the next fetch. */
    apply(change: Change) {
      if (cached) cached = { ...cached, lists: applyChange(cached.lists, change) };
    },
    /** Makes the next reader fetch from the service, because something changed here or elsewhere. */
    expire() {
      version += 1;
      if (cached) cached = { ...cached, at: 0 };
      storage.set(STORAGE_NAME, undefined);
      update();
      refreshIfWatched();
    },
    /** Drops everything, because another shopper uses the page now. */
    reset() {
      version += 1;
      store(undefined);
      error = undefined;
      update();
      refreshIfWatched();
    },
  };
}

function applyChange(lists: List[], { verb, lid, items }: Change): List[] {
  return lists.map((list) => (list.lid === lid ? items.reduce((now, item) => applyItem(now, verb, item), list) : list));
}

/** The preview holds only the newest items. An item that is not in it is counted as added, or as removed if the list has more items than the preview. */
function applyItem(list: List, verb: Change["verb"], item: Change["items"][number]): List {
  if (!("epi" in item)) return verb === "a" ? { ...list, cnt: list.cnt + 1 } : list; // The service gives a custom item its ids.
  const contents = list.listcontents ?? [];
  const isSame = (one: Item) => String(one.epi) === String(item.epi);
  const existing = contents.find(isSame);
  if (verb === "d") {
    const isCounted = existing !== undefined || list.cnt > contents.length;
    return { ...list, cnt: list.cnt - (isCounted ? 1 : 0), listcontents: contents.filter((one) => !isSame(one)) };
  }
  if (existing) return { ...list, listcontents: contents.map((one) => (isSame(one) ? { ...one, ...item } : one)) };
  if (verb === "u") return list;
  const added = { qty: 1, ...item, lid: list.lid, cts: Date.now() } as Item;
  return { ...list, cnt: list.cnt + 1, listcontents: [added, ...contents] };
}
