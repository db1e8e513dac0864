import type { Change, Changes } from "./changes.ts";
import { KeepsakeError } from "./errors.ts";
import type { Credentials } from "./identity.ts";
import type { ListsState } from "./interface.ts";
import { createObservers } from "./observers.ts";
import type { Item, List } from "./records.ts";
import type { Storage } from "./storage.ts";

type Kept = { readonly regid: string; readonly at: number; readonly lists: List[] };

export const FRESH_MS = 300_000;
const NAME = "lists";
const KEPT_CHARACTERS = 300_000;
/** A write that ends while the lists are on their way makes them old; somebody who writes all the time gets what there is. */
const ROUNDS_MAX = 3;

/** The shopper's lists as the service last told them, with what is on its way to it. */
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
  const shown = createObservers();
  let kept = storage.get(NAME) as Kept | undefined;
  if (kept?.regid !== regidNow) kept = undefined;
  let version = 0;
  let loading: Promise<void> | undefined;
  let error: KeepsakeError | undefined;
  const visible = () => changes.pending().reduce(applyChange, kept?.lists ?? []);
  const isFresh = (regid: string) => kept !== undefined && kept.regid === regid && Date.now() - kept.at < FRESH_MS;

  const look = (): ListsState => {
    const status = error ? "failed" : kept ? "ready" : loading ? "loading" : "idle";
    return { status, lists: visible(), ...(error ? { error } : {}) };
  };
  let state = look();
  function show() {
    state = look();
    observers.tell();
    shown.tell();
  }

  function keep(next: Kept | undefined) {
    kept = next;
    const isSmall = next && JSON.stringify(next).length <= KEPT_CHARACTERS;
    storage.set(NAME, isSmall ? next : undefined);
  }

  /** Answers whether there is something new. */
  async function load() {
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      const begun = version;
      const { regid = "" } = (await findShopper()) ?? {};
      if (isFresh(regid)) return round > 1;
      const at = Date.now();
      keep({ regid, at, lists: regid ? await fetchLists() : [] });
      if (begun === version) return true;
      if (kept) kept = { ...kept, at: 0 };
    }
    return true;
  }

  /** Callers that arrive together share one request. A failure is not remembered. */
  function refresh() {
    if (loading) return loading;
    loading = load().then(
      (isNew) => {
        loading = undefined;
        if (!isNew && !error) return;
        error = undefined;
        show();
      },
      (cause: unknown) => {
        loading = undefined;
        error =
          cause instanceof KeepsakeError ? cause : new KeepsakeError(String(cause), { type: "unexpected", cause });
        show();
        throw error;
      },
    );
    if (!kept) show();
    return loading;
  }
  const refreshIfWatched = () => {
    if (observers.count > 0) refresh().catch(() => undefined); // it is in the state
  };

  changes.subscribe(show);

  return {
    get: () => state,
    subscribe(listener: () => void) {
      const stop = observers.add(listener);
      refreshIfWatched();
      return stop;
    },
    /** Unlike a subscription, not a wish to be kept up to date. */
    onShow: shown.add,
    isWatched: () => observers.count > 0,
    async fetch(): Promise<List[]> {
      await refresh();
      return visible();
    },
    /** It is done: part of what the service told, until it is asked again. */
    apply(change: Change) {
      if (kept) kept = { ...kept, lists: applyChange(kept.lists, change) };
    },
    /** Something changed here or elsewhere: the next to ask gets it from the service. */
    expire() {
      version += 1;
      if (kept) kept = { ...kept, at: 0 };
      storage.set(NAME, undefined);
      show();
      refreshIfWatched();
    },
    /** The shopper is somebody else. */
    forget() {
      version += 1;
      keep(undefined);
      error = undefined;
      show();
      refreshIfWatched();
    },
  };
}

function applyChange(lists: List[], { verb, lid, items }: Change): List[] {
  return lists.map((list) => (list.lid === lid ? items.reduce((now, item) => applyItem(now, verb, item), list) : list));
}

/** The preview may not hold the item: then an add counts it and a removal believes that it was there. */
function applyItem(list: List, verb: Change["verb"], item: Change["items"][number]): List {
  if (!("epi" in item)) return verb === "a" ? { ...list, cnt: list.cnt + 1 } : list; // a custom item gets its ids from the service
  const contents = list.listcontents ?? [];
  const isSame = (one: Item) => String(one.epi) === String(item.epi);
  const there = contents.find(isSame);
  if (verb === "d") {
    const isCounted = there !== undefined || list.cnt > contents.length;
    return { ...list, cnt: list.cnt - (isCounted ? 1 : 0), listcontents: contents.filter((one) => !isSame(one)) };
  }
  if (there) return { ...list, listcontents: contents.map((one) => (isSame(one) ? { ...one, ...item } : one)) };
  if (verb === "u") return list;
  const added = { qty: 1, ...item, lid: list.lid, cts: Date.now() } as Item;
  return { ...list, cnt: list.cnt + 1, listcontents: [added, ...contents] };
}
