import { answer, type Done, type Failed, withCallbacks } from "./callbacks.ts";
import type { Client } from "./interface.ts";
import type { MoreCalls } from "./more-calls.ts";
import type { Item, ItemRef, List, NewList, Product } from "./records.ts";
import type { Texts } from "./texts/texts.ts";

// The documented calls with their documented order of arguments: callbacks last. Each call also returns a promise.

export type LoadMoreCalls = () => Promise<{ createMoreCalls(client: Client): MoreCalls }>;

/** A call of the lazy file. */
type LazyCall<Name extends keyof MoreCalls> = (
  ...args: Parameters<MoreCalls[Name]>
) => Promise<Awaited<ReturnType<MoreCalls[Name]>>>;
const LAZY_CALLS = [
  "addCustomProductToList",
  "addProductToLists",
  "addProductsToList",
  "addToWatchList",
  "addToWishList",
  "authCheck",
  "deleteList",
  "fetch",
  "fetchListCtx",
  "fetchListDetails",
  "fetchSubscriptions",
  "generateSharedListURL",
  "initializeActionButtons",
  "markListPublic",
  "removeFromWishList",
  "removeProductFromLists",
  "removeProductsFromList",
  "sendListViaEmail",
  "sendWatchlist",
  "shareListSocial",
  "subscribeForProductAlert",
  "updateList",
  "updateListItem",
] as const satisfies (keyof MoreCalls)[];
type LazyCalls = { [Name in (typeof LAZY_CALLS)[number]]: LazyCall<Name> };

/** One item or several, on the list with this lid; null means the shopper's only one. */
const changeSavedForLater = <T, A>(change: (lid: string | undefined, items: readonly T[]) => Promise<A>) =>
  withCallbacks((lid: string | null, items: T | readonly T[]) => change(lid ?? undefined, [items].flat() as T[]));
/** The first item of the answer, or the sent item when the answer is empty. */
const firstOr = async <T>(items: Promise<Item[]>, sent: T): Promise<Item | T> => (await items)[0] ?? sent;

const JS_EVENTS = { addedToWishlist: "added", removedFromWishlist: "removed", updatedWishlist: "updated" } as const;
/** Old pages know events about saved items by this number. */
const EVENT_OF_ITEM = { et: 4 } as const;

/** Creates the object that pages use as `window.Keepsake`. `loadMore` loads the calls that few pages make. */
export function createCalls(client: Client, loadMore: LoadMoreCalls) {
  const { lists, saveForLater } = client;
  let more: Promise<MoreCalls> | undefined;
  const lazily =
    <Name extends keyof MoreCalls>(name: Name): LazyCall<Name> =>
    (...args) => {
      const callbacks = args.filter((arg) => typeof arg === "function") as ((error: unknown) => void)[];
      more ??= loadMore().then(({ createMoreCalls }) => createMoreCalls(client));
      const answered = more.then(
        (calls) => (calls[name] as (...all: unknown[]) => never)(...args),
        (error: unknown) => {
          more = undefined; // The next call tries again.
          callbacks[1]?.(error);
          throw error;
        },
      );
      // A page with callbacks does not look at the promise.
      if (callbacks[0]) answered.catch(() => undefined);
      return answered;
    };
  return {
    ...(Object.fromEntries(LAZY_CALLS.map((name) => [name, lazily(name)])) as LazyCalls),
    client,
    /** The shop's own texts for the elements. */
    texts: undefined as Partial<Texts> | undefined,
    fetchLists: ({
      callbackFn,
      errorFn,
      lty,
    }: {
      callbackFn?: Done<List[]>;
      errorFn?: Failed;
      lty?: string | null | undefined;
    } = {}) => answer(lists.fetch(lty ? { lty } : {}), callbackFn, errorFn),
    createList: withCallbacks((list: NewList) => lists.create(list)),
    addToList: withCallbacks((lid: string, product: Product) => firstOr(lists.add(lid, [product]), product)),
    deleteFromList: withCallbacks((lid: string, product: ItemRef) => firstOr(lists.remove(lid, [product]), product)),
    wishlist: {
      getSocialCount: lazily("getSocialCount"),
      getSocialCountBatch: lazily("getSocialCountBatch"),
      fetchUserLists: lazily("fetchUserLists"),
    },
    SaveForLater: {
      init: (onSuccess?: Done<unknown>, onError?: Failed) => answer(saveForLater.init(), onSuccess, onError),
      fetch: lazily("fetchSavedForLater"),
      add: changeSavedForLater(saveForLater.add),
      remove: changeSavedForLater(saveForLater.remove),
      update: changeSavedForLater(saveForLater.update),
    },
    on: client.on,
    /** The same events under the names that existing storefronts use, one for each item; `d` is the item. */
    JSEvents: JS_EVENTS,
    evtLayer: {
      addEventListener: (
        name: (typeof JS_EVENTS)[keyof typeof JS_EVENTS],
        listener: (event: { detail: { lid: string; items: readonly ItemRef[]; d: ItemRef } }) => void,
      ) =>
        client.on(name, ({ lid, items }) => {
          for (const item of items as readonly ItemRef[])
            listener({ detail: { lid, items: [item], d: { ...item, ...EVENT_OF_ITEM } } });
        }),
    },
    platform: { isLoggedIn: () => client.shopper.get().kind === "account" },
    ui: {
      showSuccessNotification: lazily("showSuccessNotification"),
      showErrorNotification: lazily("showErrorNotification"),
    },
    login: withCallbacks((token: string | Promise<string>) => client.shopper.login(token)),
    logout: client.shopper.logout,
  };
}
export type DocumentedCalls = ReturnType<typeof createCalls>;
