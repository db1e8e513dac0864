import type { Texts } from "./elements/texts.ts";
import type { Client } from "./interface.ts";
import type { CustomProduct, Item, ItemRef, List, Page, PlatformId, Product } from "./records.ts";

// The documented calls with their documented order of arguments: callbacks last. Each call also returns a promise.

type Done<T> = ((answer: T) => void) | null | undefined;
/** The error has `status` and `responseText`, like an XMLHttpRequest. */
type Failed = ((error: unknown) => void) | null | undefined;
/** A list's lid, or an object with a lid. */
type ListRef = string | ({ lid: string } & Page);

/** Answers by callback and by promise. With an error callback, a rejected promise counts as handled. */
function answer<T>(promise: Promise<T>, onSuccess: Done<T>, onError: Failed): Promise<T> {
  if (onSuccess || onError) void promise.then(onSuccess ?? undefined, onError ?? (() => undefined));
  if (onError) promise.catch(() => undefined);
  return promise;
}
const withCallbacks =
  <A, T>(work: (input: A) => Promise<T>) =>
  (input: A, onSuccess?: Done<T>, onError?: Failed) =>
    answer(work(input), onSuccess, onError);
const withCallbacks2 =
  <A, B, T>(work: (first: A, second: B) => Promise<T>) =>
  (first: A, second: B, onSuccess?: Done<T>, onError?: Failed) =>
    answer(work(first, second), onSuccess, onError);

const lidOf = (list: ListRef) => (typeof list === "string" ? list : list.lid);
const pageOf = (list: ListRef): Page | undefined => {
  if (typeof list === "string" || (list.limit ?? list.offset) === undefined) return undefined;
  const { lid: _, ...page } = list;
  return page;
};
const toArray = <T>(value: T | readonly T[]) => [value].flat() as T[];
/** The first item of the answer, or the sent item when the answer is empty. */
const firstOr = async <T>(items: Promise<Item[]>, sent: T): Promise<Item | T> => (await items)[0] ?? sent;

const JS_EVENTS = { addedToWishlist: "added", removedFromWishlist: "removed", updatedWishlist: "updated" } as const;

/** Creates the object that pages use as `window.Keepsake`. */
export function createDocumentedCalls(client: Client) {
  const { lists, saveForLater, alerts } = client;
  return {
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
    createList: withCallbacks(lists.create),
    updateList: withCallbacks(lists.update),
    deleteList: withCallbacks((list: ListRef) => lists.delete(lidOf(list))),
    fetchListDetails: withCallbacks((list: ListRef) => lists.details(lidOf(list), pageOf(list))),
    fetchListCtx: withCallbacks((list: ListRef) => lists.items(lidOf(list), pageOf(list))),
    addToList: withCallbacks2((lid: string, product: Product) => firstOr(lists.add(lid, [product]), product)),
    deleteFromList: withCallbacks2((lid: string, product: ItemRef) => firstOr(lists.remove(lid, [product]), product)),
    updateListItem: withCallbacks2((lid: string, product: ItemRef) =>
      firstOr(lists.updateItems(lid, [product]), product),
    ),
    addProductsToList: withCallbacks2((lid: string, products: readonly Product[]) => lists.add(lid, products)),
    removeProductsFromList: withCallbacks2((lid: string, products: readonly ItemRef[]) => lists.remove(lid, products)),
    addProductToLists: withCallbacks2(async (product: Product, lids: readonly string[]) =>
      (await Promise.all(lids.map((lid) => lists.add(lid, [product])))).flat(),
    ),
    addCustomProductToList: withCallbacks2((lid: string, product: CustomProduct) =>
      firstOr(lists.add(lid, [product]), product),
    ),
    markListPublic: withCallbacks((lid: string) => lists.share(lid)),
    /** The callback gets the lid as its second argument. */
    generateSharedListURL: (lid: string, onSuccess?: (url: string, lid: string) => void, onError?: Failed) =>
      answer(lists.shareUrl(lid), onSuccess && ((url) => onSuccess(url, lid)), onError),
    sendListViaEmail: withCallbacks((mail: { toEmailId: string; fromName?: string; note?: string; lid: string }) => {
      const { lid, toEmailId: toemail, fromName: fromname = "", note = "" } = mail;
      return lists.email({ lid, toemail, fromname, note });
    }),
    wishlist: {
      getSocialCount: withCallbacks(async ({ empi }: { empi: PlatformId }) => ({
        data: (await client.socialCounts([empi]))[0] ?? { empi, count: 0 },
      })),
      getSocialCountBatch: withCallbacks(async (products: readonly { empi: PlatformId }[]) => ({
        data: await client.socialCounts(products.map(({ empi }) => empi)),
      })),
    },
    subscribeForProductAlert: (
      mediumvalue: string,
      medium: "email" | "sms",
      product: Product,
      onSuccess?: Done<unknown>,
      onError?: Failed,
      addToMailingList?: boolean | 0 | 1,
      topic = "backinstock",
    ) =>
      answer(
        alerts.subscribe({
          medium,
          mediumvalue,
          products: [product],
          topics: [topic],
          ...(addToMailingList === undefined ? {} : { addtomailinglist: addToMailingList ? 1 : 0 }),
        }),
        onSuccess,
        onError,
      ),
    fetchSubscriptions: withCallbacks(alerts.fetch),
    SaveForLater: {
      init: (onSuccess?: Done<unknown>, onError?: Failed) => answer(saveForLater.init(), onSuccess, onError),
      fetch: withCallbacks((list: ListRef) => saveForLater.fetch(lidOf(list), pageOf(list))),
      add: withCallbacks2((lid: string, products: Product | readonly Product[]) =>
        saveForLater.add(lid, toArray(products)),
      ),
      remove: withCallbacks2((lid: string, items: ItemRef | readonly ItemRef[]) =>
        saveForLater.remove(lid, toArray(items)),
      ),
      update: withCallbacks2((lid: string, items: ItemRef | readonly ItemRef[]) =>
        saveForLater.update(lid, toArray(items)),
      ),
    },
    on: client.on,
    /** The same events under the names that existing storefronts use. */
    JSEvents: JS_EVENTS,
    evtLayer: {
      addEventListener: (
        name: (typeof JS_EVENTS)[keyof typeof JS_EVENTS],
        listener: (event: { detail: unknown }) => void,
      ) => client.on(name, (detail) => listener({ detail })),
    },
    login: withCallbacks(client.shopper.login),
    logout: client.shopper.logout,
  };
}
export type DocumentedCalls = ReturnType<typeof createDocumentedCalls>;
