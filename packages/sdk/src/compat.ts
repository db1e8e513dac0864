import type { Texts } from "./elements/texts.ts";
import type { Client } from "./interface.ts";
import type { CustomProduct, Item, ItemRef, List, Page, PlatformId, Product } from "./records.ts";

// The documented calls, in the documented order of arguments: callbacks last, and a promise as well.

type Done<T> = ((answer: T) => void) | null | undefined;
/** The error has `status` and `responseText`, as an XMLHttpRequest has. */
type Failed = ((error: unknown) => void) | null | undefined;
/** A list is named by its lid, or by an object that has one. */
type ListRef = string | ({ lid: string } & Page);

/** Answers by callback and by promise. Whoever gave an error callback has handled the error. */
function answer<T>(promise: Promise<T>, onSuccess: Done<T>, onError: Failed): Promise<T> {
  if (onSuccess || onError) void promise.then(onSuccess ?? undefined, onError ?? (() => undefined));
  if (onError) promise.catch(() => undefined);
  return promise;
}
const call1 =
  <A, T>(work: (one: A) => Promise<T>) =>
  (one: A, onSuccess?: Done<T>, onError?: Failed) =>
    answer(work(one), onSuccess, onError);
const call2 =
  <A, B, T>(work: (one: A, two: B) => Promise<T>) =>
  (one: A, two: B, onSuccess?: Done<T>, onError?: Failed) =>
    answer(work(one, two), onSuccess, onError);

const lidOf = (list: ListRef) => (typeof list === "string" ? list : list.lid);
const pageOf = (list: ListRef): Page | undefined => {
  if (typeof list === "string" || (list.limit ?? list.offset) === undefined) return undefined;
  const { lid: _, ...page } = list;
  return page;
};
const many = <T>(one: T | readonly T[]) => [one].flat() as T[];
/** One in, one out; what was sent where there is nothing to tell of. */
const only = async <T>(items: Promise<Item[]>, sent: T): Promise<Item | T> => (await items)[0] ?? sent;

const JS_EVENTS = { addedToWishlist: "added", removedFromWishlist: "removed", updatedWishlist: "updated" } as const;

/** The object that a page talks to. */
export function createDocumentedCalls(client: Client) {
  const { lists, saveForLater, alerts } = client;
  return {
    client,
    /** Words of the shop, for the elements. */
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
    createList: call1(lists.create),
    updateList: call1(lists.update),
    deleteList: call1((list: ListRef) => lists.delete(lidOf(list))),
    fetchListDetails: call1((list: ListRef) => lists.details(lidOf(list), pageOf(list))),
    fetchListCtx: call1((list: ListRef) => lists.items(lidOf(list), pageOf(list))),
    addToList: call2((lid: string, product: Product) => only(lists.add(lid, [product]), product)),
    deleteFromList: call2((lid: string, product: ItemRef) => only(lists.remove(lid, [product]), product)),
    updateListItem: call2((lid: string, product: ItemRef) => only(lists.updateItems(lid, [product]), product)),
    addProductsToList: call2((lid: string, products: readonly Product[]) => lists.add(lid, products)),
    removeProductsFromList: call2((lid: string, products: readonly ItemRef[]) => lists.remove(lid, products)),
    addProductToLists: call2(async (product: Product, lids: readonly string[]) =>
      (await Promise.all(lids.map((lid) => lists.add(lid, [product])))).flat(),
    ),
    addCustomProductToList: call2((lid: string, product: CustomProduct) => only(lists.add(lid, [product]), product)),
    markListPublic: call1((lid: string) => lists.share(lid)),
    /** The callback also gets the lid. */
    generateSharedListURL: (lid: string, onSuccess?: (url: string, lid: string) => void, onError?: Failed) =>
      answer(lists.shareUrl(lid), onSuccess && ((url) => onSuccess(url, lid)), onError),
    sendListViaEmail: call1((mail: { toEmailId: string; fromName?: string; note?: string; lid: string }) => {
      const { lid, toEmailId: toemail, fromName: fromname = "", note = "" } = mail;
      return lists.email({ lid, toemail, fromname, note });
    }),
    wishlist: {
      getSocialCount: call1(async ({ empi }: { empi: PlatformId }) => ({
        data: (await client.socialCounts([empi]))[0] ?? { empi, count: 0 },
      })),
      getSocialCountBatch: call1(async (products: readonly { empi: PlatformId }[]) => ({
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
    fetchSubscriptions: call1(alerts.fetch),
    SaveForLater: {
      init: (onSuccess?: Done<unknown>, onError?: Failed) => answer(saveForLater.init(), onSuccess, onError),
      fetch: call1((list: ListRef) => saveForLater.fetch(lidOf(list), pageOf(list))),
      add: call2((lid: string, products: Product | readonly Product[]) => saveForLater.add(lid, many(products))),
      remove: call2((lid: string, items: ItemRef | readonly ItemRef[]) => saveForLater.remove(lid, many(items))),
      update: call2((lid: string, items: ItemRef | readonly ItemRef[]) => saveForLater.update(lid, many(items))),
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
    login: call1(client.shopper.login),
    logout: client.shopper.logout,
  };
}
export type DocumentedCalls = ReturnType<typeof createDocumentedCalls>;
