import type { Client } from "./interface.ts";
import type { CustomProduct, Item, ItemRef, List, ListChange, NewList, Page, Product } from "./records.ts";

// The documented calls, in the documented order of arguments: callbacks last, and a promise as well.

type Done<T> = (answer: T) => void;
/** The error has `status` and `responseText`, as an XMLHttpRequest has. */
type Failed = (error: unknown) => void;
/** A list is named by its lid, or by an object that has one. */
type ListRef = string | ({ lid: string } & Page);

/** Answers by callback and by promise. Whoever gave an error callback has handled the error. */
function answer<T>(promise: Promise<T>, onSuccess?: Done<T> | null, onError?: Failed | null): Promise<T> {
  if (onSuccess || onError) void promise.then(onSuccess ?? undefined, onError ?? (() => undefined));
  if (onError) promise.catch(() => undefined);
  return promise;
}

const lidOf = (list: ListRef) => (typeof list === "string" ? list : list.lid);
const pageOf = (list: ListRef): [] | [Page] => {
  if (typeof list === "string") return [];
  const { limit, offset } = list;
  if (limit === undefined && offset === undefined) return [];
  return [{ ...(limit === undefined ? {} : { limit }), ...(offset === undefined ? {} : { offset }) }];
};
const many = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);
/** One in, one out; what was sent where there is nothing to tell of. */
const only = async <T>(items: Promise<Item[]>, sent: T): Promise<Item | T> => (await items)[0] ?? sent;

const JS_EVENTS = { addedToWishlist: "added", removedFromWishlist: "removed", updatedWishlist: "updated" } as const;

/** The object that a page talks to. */
export function createDocumentedCalls(client: Client) {
  const { lists, saveForLater, alerts } = client;
  return {
    client,
    fetchLists({
      callbackFn,
      errorFn,
      lty,
    }: {
      callbackFn?: Done<List[]> | undefined;
      errorFn?: Failed | undefined;
      lty?: string | null | undefined;
    } = {}) {
      return answer(lists.fetch(lty ? { lty } : {}), callbackFn, errorFn);
    },
    createList: (list: NewList, onSuccess?: Done<List>, onError?: Failed) =>
      answer(lists.create(list), onSuccess, onError),
    updateList: (change: ListChange, onSuccess?: Done<List>, onError?: Failed) =>
      answer(lists.update(change), onSuccess, onError),
    deleteList: (list: ListRef, onSuccess?: Done<List>, onError?: Failed) =>
      answer(lists.delete(lidOf(list)), onSuccess, onError),
    fetchListDetails: (list: ListRef, onSuccess?: Done<unknown>, onError?: Failed) =>
      answer(lists.details(lidOf(list), ...pageOf(list)), onSuccess, onError),
    fetchListCtx: (list: ListRef, onSuccess?: Done<Item[]>, onError?: Failed) =>
      answer(lists.items(lidOf(list), ...pageOf(list)), onSuccess, onError),
    addToList: (lid: string, product: Product, onSuccess?: Done<Item>, onError?: Failed) =>
      answer(only(lists.add(lid, [product]), product), onSuccess, onError),
    deleteFromList: (lid: string, product: ItemRef, onSuccess?: Done<Item | ItemRef>, onError?: Failed) =>
      answer(only(lists.remove(lid, [product]), product), onSuccess, onError),
    updateListItem: (lid: string, product: ItemRef, onSuccess?: Done<Item | ItemRef>, onError?: Failed) =>
      answer(only(lists.updateItems(lid, [product]), product), onSuccess, onError),
    addProductsToList: (lid: string, products: readonly Product[], onSuccess?: Done<Item[]>, onError?: Failed) =>
      answer(lists.add(lid, products), onSuccess, onError),
    removeProductsFromList: (lid: string, products: readonly ItemRef[], onSuccess?: Done<Item[]>, onError?: Failed) =>
      answer(lists.remove(lid, products), onSuccess, onError),
    addProductToLists: (product: Product, lids: readonly string[], onSuccess?: Done<Item[]>, onError?: Failed) =>
      answer(
        Promise.all(lids.map((lid) => lists.add(lid, [product]))).then((items) => items.flat()),
        onSuccess,
        onError,
      ),
    addCustomProductToList: (lid: string, product: CustomProduct, onSuccess?: Done<unknown>, onError?: Failed) =>
      answer(only(lists.add(lid, [product]), product), onSuccess, onError),
    markListPublic: (lid: string, onSuccess?: Done<List>, onError?: Failed) =>
      answer(lists.share(lid), onSuccess, onError),
    /** The callback also gets the lid. */
    generateSharedListURL: (lid: string, onSuccess?: (url: string, lid: string) => void, onError?: Failed) =>
      answer(lists.shareUrl(lid), onSuccess && ((url) => onSuccess(url, lid)), onError),
    sendListViaEmail: (
      { toEmailId, fromName, note, lid }: { toEmailId: string; fromName?: string; note?: string; lid: string },
      onSuccess?: Done<unknown>,
      onError?: Failed,
    ) =>
      answer(
        lists.email({
          lid,
          toemail: toEmailId,
          ...(fromName === undefined ? {} : { fromname: fromName }),
          ...(note === undefined ? {} : { note }),
        }),
        onSuccess,
        onError,
      ),
    wishlist: {
      getSocialCount: ({ empi }: Pick<Product, "empi">, onSuccess?: Done<unknown>, onError?: Failed) =>
        answer(
          client.socialCounts([empi]).then(([count]) => ({ data: count ?? { empi, count: 0 } })),
          onSuccess,
          onError,
        ),
      getSocialCountBatch: (products: readonly Pick<Product, "empi">[], onSuccess?: Done<unknown>, onError?: Failed) =>
        answer(
          client.socialCounts(products.map(({ empi }) => empi)).then((data) => ({ data })),
          onSuccess,
          onError,
        ),
    },
    subscribeForProductAlert: (
      mediumValue: string,
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
          mediumvalue: mediumValue,
          products: [product],
          topics: [topic],
          ...(addToMailingList === undefined ? {} : { addtomailinglist: addToMailingList ? 1 : 0 }),
        }),
        onSuccess,
        onError,
      ),
    fetchSubscriptions: (
      filter?: Page & { topic?: string; medium?: string },
      onSuccess?: Done<unknown>,
      onError?: Failed,
    ) => answer(alerts.fetch(filter), onSuccess, onError),
    SaveForLater: {
      init: (onSuccess?: Done<unknown>, onError?: Failed) => answer(saveForLater.init(), onSuccess, onError),
      fetch: (list: ListRef, onSuccess?: Done<unknown>, onError?: Failed) =>
        answer(saveForLater.fetch(lidOf(list), ...pageOf(list)), onSuccess, onError),
      add: (lid: string, products: Product | readonly Product[], onSuccess?: Done<unknown>, onError?: Failed) =>
        answer(saveForLater.add(lid, many(products)), onSuccess, onError),
      remove: (lid: string, products: ItemRef | readonly ItemRef[], onSuccess?: Done<unknown>, onError?: Failed) =>
        answer(saveForLater.remove(lid, many(products)), onSuccess, onError),
      update: (lid: string, products: ItemRef | readonly ItemRef[], onSuccess?: Done<unknown>, onError?: Failed) =>
        answer(saveForLater.update(lid, many(products)), onSuccess, onError),
    },
    on: client.on,
    /** The same events under the names that pages of this family know. */
    JSEvents: JS_EVENTS,
    evtLayer: {
      addEventListener: (
        name: (typeof JS_EVENTS)[keyof typeof JS_EVENTS],
        listener: (event: { detail: unknown }) => void,
      ) => client.on(name, (detail) => listener({ detail })),
    },
    login: (token: string, onSuccess?: Done<void>, onError?: Failed) =>
      answer(client.shopper.login(token), onSuccess, onError),
    logout: () => client.shopper.logout(),
  };
}
export type DocumentedCalls = ReturnType<typeof createDocumentedCalls>;
