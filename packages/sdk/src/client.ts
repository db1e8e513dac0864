import { type Change, createChanges, itemsOf, type NewChange, newKey, type Outcome } from "./changes.ts";
import { isKeepsakeError, KeepsakeError } from "./errors.ts";
import { createHearts } from "./hearts.ts";
import { createIdentity, type Identity } from "./identity.ts";
import type { Client, ClientOptions, EventDetails } from "./interface.ts";
import { createListCache } from "./lists.ts";
import { createLive } from "./live.ts";
import { createObservers } from "./observers.ts";
import type { Item, List, ListContents, PlatformId, SflAnswer, SocialCount } from "./records.ts";
import { createSend, type Params } from "./send.ts";
import { openStorage } from "./storage.ts";
import { openTabs } from "./tabs.ts";

export { KeepsakeError } from "./errors.ts";
export type * from "./interface.ts";
export type * from "./records.ts";

const PREFERRED_NAME = "list";
const LIST_NAME = "My Wishlist";
const SHARE_PARAM = "lid";
/** The most items a list can hold, unless the store sets another limit. */
const ITEMS_MAX = 1_000;
const EVENT_OF_VERB = { a: "added", u: "updated", d: "removed" } as const;

/** Creates the client of a page. It makes no request until a call needs one. */
export function createClient(options: ClientOptions): Client {
  const { pid } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const storage = openStorage(`keepsake:${pid}:`);
  const send = createSend({ pid, baseUrl });
  const listeners = createObservers<[name: keyof EventDetails, detail: unknown]>();
  const emit: <Name extends keyof EventDetails>(name: Name, detail: EventDetails[Name]) => void = listeners.notify;
  /** The shopper's save-for-later list, created on first use. */
  let sflLid: Promise<string> | undefined;
  const onFailed = (error: KeepsakeError) => emit("failed", error);

  const tabs = openTabs(`keepsake:${pid}`, (message) => {
    if (message.about === "shopper") return identity.follow(message.person);
    if (message.regid !== identity.get().regid) return;
    if (message.about === "change") {
      hearts.apply(message.change);
      hearts.updateAll();
    }
    cache.expire();
  });
  const identity = createIdentity({
    send,
    storage,
    token: options.token,
    onFailed,
    onChange(how) {
      sflLid = undefined;
      if (how === "changed") {
        cache.reset();
        hearts.reset();
        live.restart();
      }
      emit("shopper", identity.get());
    },
    onOwnChange(person) {
      if (person) changes.adopt(person);
      tabs.send({ about: "shopper", person });
    },
    lockName: `keepsake:${pid}`,
  });

  /** Calls the service as the shopper. If the session has ended, the call is repeated once with a new one; but an
   *  account's change is never made for another shopper. */
  async function call<T>(
    path: string,
    params: Params = {},
    { as, onIdentified, ...keyed }: { key?: string; as?: Identity | undefined; onIdentified?(as: Identity): void } = {},
  ): Promise<T> {
    const sendAs = (identified: Identity) => {
      const { regid, sessionid } = identified;
      onIdentified?.(identified);
      return send<T>(path, { ...params, regid, sessionid }, keyed);
    };
    const shopper = as && !as.email ? as : await identity.require(as);
    try {
      return await sendAs(shopper);
    } catch (error) {
      if (!isKeepsakeError(error, "sw-badregid")) throw error;
      await identity.renew(shopper);
      return sendAs(await identity.require(keyed.key ? shopper : undefined));
    }
  }

  /** Changes a list itself, not its items. */
  async function write<T>(path: string, params: Params): Promise<T> {
    const answer = await call<T>(path, params, { key: newKey() });
    expireLists();
    return answer;
  }
  function expireLists() {
    const { regid } = identity.get();
    cache.expire();
    if (regid) tabs.send({ about: "lists", regid });
  }

  const findPreferred = () => {
    const stored = storage.get(PREFERRED_NAME) as { regid: string; lid: string } | undefined;
    return stored?.regid === identity.get().regid ? stored?.lid : undefined;
  };
  const prefer = (lid: string | undefined) => storage.set(PREFERRED_NAME, lid && { regid: identity.get().regid, lid });

  async function getPreferred(owner?: Identity, { isDeleted = false } = {}) {
    await identity.require(owner);
    const known = isDeleted ? undefined : findPreferred();
    if (known) return known;
    const { lid } = await write<List>("lists/create", { lname: options.listName ?? LIST_NAME });
    prefer(lid);
    return lid;
  }

  const changes = createChanges({
    storage,
    call,
    shopperNow: identity.get,
    findPreferred,
    getPreferred,
    onDone(change: Change) {
      const { regid } = identity.get();
      const { as, ...shared } = change;
      if (regid && as?.regid === regid) {
        cache.apply(change);
        hearts.apply(change);
        tabs.send({ about: "change", regid, change: shared });
      } else hearts.expire(); // Another shopper made the change before a login or logout.
      cache.expire();
      emit(EVENT_OF_VERB[change.verb], { lid: change.lid ?? "", items: change.items } as never);
    },
    onFailed,
    onQueued: ({ items }) => emit("queued", { items }),
  });

  const cache = createListCache({
    storage,
    regidNow: identity.get().regid,
    fetchLists: () => call<List[]>("lists/fetch-lists"),
    findShopper: identity.find,
    changes,
  });

  async function changeItems(verb: Change["verb"], lid: string | undefined, items: Change["items"]): Promise<Item[]> {
    const outcome = await changes.submit<Partial<Record<string, Item[]>>>({
      path: "lists/update-ctx",
      field: verb,
      verb,
      lid,
      items,
    });
    return itemsOf(outcome, verb, items);
  }

  const hearts = createHearts({
    changes,
    async contains(epis: readonly PlatformId[]) {
      if (!(await identity.find())) return [];
      return (await call<{ data: { epi: PlatformId; lids: string[] }[] }>("lists/contains", { epis })).data;
    },
    add: (lid, product) => changeItems("a", lid, [product]),
    remove: (lid, { epi, empi }) => changeItems("d", lid, [{ epi, empi }]),
  });

  const live = createLive({
    isWanted: () =>
      cache.isWatched() &&
      cache.get().lists.length > 0 &&
      identity.get().regid !== undefined &&
      globalThis.document?.visibilityState === "visible",
    async getUrl() {
      const { token } = await call<{ token: string }>("lists/live-token");
      const { regid } = await identity.require();
      return `${baseUrl}/api/v3/lists/live?${new URLSearchParams({ pid, regid, token })}`;
    },
    onChanged() {
      cache.expire();
      hearts.expire();
    },
  });

  cache.onStateChange(() => {
    live.check();
    emit("lists", cache.get());
  });
  /** A page restored from the back/forward cache has missed changes. */
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    identity.reload();
    cache.expire();
    hearts.expire();
  };
  globalThis.document?.addEventListener("visibilitychange", live.check);
  globalThis.addEventListener?.("pageshow", onPageShow as EventListener);
  changes.sendPending();

  async function openSfl() {
    const opened = await write<ListContents>("lists/sfl/create", {});
    sflLid = Promise.resolve(opened.list.lid);
    return opened;
  }
  /** After a failure, the next call tries again. */
  const getSflLid = () => {
    sflLid ??= openSfl().then(({ list }) => list.lid);
    sflLid.catch(() => (sflLid = undefined));
    return sflLid;
  };
  async function changeSfl(
    path: string,
    answerField: keyof SflAnswer,
    verb: Change["verb"],
    lid: string | undefined,
    items: Change["items"],
  ) {
    const change: NewChange = {
      path: `lists/sfl/${path}`,
      field: "items",
      verb,
      lid: lid ?? (await getSflLid()),
      items,
    };
    const outcome: Outcome<SflAnswer> = await changes.submit<SflAnswer>(change);
    return "answer" in outcome ? outcome.answer : { [answerField]: items, itemsfailed: [] };
  }

  return {
    pid,
    baseUrl,
    saved: hearts.saved,
    lists: {
      get: cache.get,
      subscribe(listener) {
        const stop = cache.subscribe(listener);
        live.check();
        return () => {
          stop();
          live.check();
        };
      },
      async fetch({ lty } = {}) {
        const lists = await cache.fetch();
        const type = lty === "wishlist" ? "wl" : lty;
        return type ? lists.filter((list) => (list.lty ?? "wl") === type) : lists;
      },
      create: (list) => write("lists/create", list),
      update: (change) => write("lists/update", change),
      async delete(lid) {
        const deleted = await write<List>("lists/delete-list", { lid });
        if (findPreferred() === lid) prefer(undefined);
        hearts.expire();
        return deleted;
      },
      details: (lid, page = {}) => read("fetch-list-with-contents", { lid, ...page }),
      items: (lid, page = { limit: ITEMS_MAX }) => read("fetch-list-contents", { lid, ...page }),
      add: (lid, products) => changeItems("a", lid, products),
      updateItems: (lid, items) => changeItems("u", lid, items),
      remove: (lid, items) => changeItems("d", lid, items),
      prefer,
      preferred: findPreferred,
      defaultLid: () => getPreferred(),
      async share(lid, settings = {}) {
        const shared = await write<List>("lists/markPublic", { lid, ...settings });
        if (shared.lid !== lid && findPreferred() === lid) prefer(shared.lid);
        if (shared.lid !== lid) hearts.expire();
        return shared;
      },
      unshare: (lid) => write("lists/markPrivate", { lid }),
      async shareUrl(lid) {
        // Sharing a list again would remove the first name it is shared under, so a shared list is left as it is.
        if (!cache.get().lists.some((list) => list.lid === lid && list.anonRead))
          await write("lists/markPublic", { lid });
        const url = new URL(options.sharePage ?? "/", globalThis.location?.href ?? baseUrl);
        url.searchParams.set(SHARE_PARAM, lid);
        return url.href;
      },
      email: (mail) => write("lists/emailList", mail),
      reportShare: (share) => write("lists/reportShare", share),
    },
    saveForLater: {
      init: openSfl,
      fetch: async (lid, page = { limit: ITEMS_MAX }) =>
        call("lists/sfl/fetch", { lid: lid ?? (await getSflLid()), ...page }),
      add: (lid, products) => changeSfl("add", "itemsadded", "a", lid, products),
      update: (lid, items) => changeSfl("update", "itemsupdated", "u", lid, items),
      remove: (lid, items) => changeSfl("remove", "itemsdeleted", "d", lid, items),
      movedToCart: (lid, items) => changeSfl("moved-to-cart", "itemsmoved", "d", lid, items),
    },
    alerts: {
      subscribe: (request) => call("subscriptions/create", request, { key: newKey() }),
      fetch: async (filter = {}) =>
        (await identity.find())
          ? call("subscriptions/fetch-subs", filter)
          : { limit: 0, offset: 0, total: 0, subscriptions: [] },
      remove: (what) => call("subscriptions/remove", what, { key: newKey() }),
    },
    shopper: {
      get: identity.get,
      subscribe: identity.subscribe,
      login: identity.login,
      logout: identity.logout,
    },
    async socialCounts(empis) {
      return (await send<{ data: SocialCount[] }>("product/wishlist/social-count-batch", { empis })).data;
    },
    on: (name, listener) =>
      listeners.add((emitted, detail) => {
        if (emitted === name) listener(detail as never);
      }),
    close() {
      changes.close();
      live.close();
      tabs.close();
      listeners.clear();
      globalThis.document?.removeEventListener("visibilitychange", live.check);
      globalThis.removeEventListener?.("pageshow", onPageShow as EventListener);
    },
  };

  /** Reads a list. A shared list can be read without a shopper. */
  async function read<T>(verb: string, params: Params): Promise<T> {
    return (await identity.find()) ? call(`lists/${verb}`, params) : send(`lists/${verb}`, params);
  }
}
