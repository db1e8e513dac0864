import type { KeepsakeError } from "./errors.ts";
import type {
  AlertAnswer,
  AlertRequest,
  CustomProduct,
  Item,
  ItemRef,
  List,
  ListChange,
  ListContents,
  NewList,
  Page,
  PlatformId,
  Product,
  SflAnswer,
  SocialCount,
  Subscriptions,
} from "./records.ts";

// What elements, hooks and pages build on. Everything else in this folder may change.

/** A value that changes. `get` answers the same object until it does, as React's useSyncExternalStore wants it. */
export type Observable<T> = {
  get(): T;
  /** Calls `listener` after every change; answers how to stop. */
  subscribe(listener: () => void): () => void;
};

export type SavedState = {
  readonly isSaved: boolean;
  /** On which lists; of a list that is still to be made the lid is empty. */
  readonly lids: readonly string[];
  /** False until the service was asked. */
  readonly isKnown: boolean;
  /** A change is on its way, or waits for the network. */
  readonly isPending: boolean;
};

/** The heart of one variant. Hearts that are subscribed to together ask the service together. */
export type Saved = Observable<SavedState> & {
  /** Saves on `lid` or the preferred list, or takes it off where it is saved. The state changes at once and back if refused. */
  toggle(options?: { lid?: string }): Promise<SavedState>;
};

export type ListsState = {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly lists: readonly List[];
  readonly error?: KeepsakeError;
};

/** Subscribing fetches, and keeps up with other tabs and devices while the page is visible. */
export type Lists = Observable<ListsState> & {
  /** Asks the service at most once in five minutes, unless something changed. */
  fetch(options?: { lty?: string }): Promise<List[]>;
  create(list: NewList): Promise<List>;
  update(change: ListChange): Promise<List>;
  delete(lid: string): Promise<List>;
  details(lid: string, page?: Page): Promise<ListContents>;
  items(lid: string, page?: Page): Promise<Item[]>;
  /** Without a lid: on the preferred list, which is made if need be. */
  add(lid: string | undefined, products: readonly (Product | CustomProduct)[]): Promise<Item[]>;
  updateItems(lid: string, items: readonly ItemRef[]): Promise<Item[]>;
  remove(lid: string, items: readonly ItemRef[]): Promise<Item[]>;
  /** Hearts save here from now on; `undefined` for the default list. */
  prefer(lid: string | undefined): void;
  preferred(): string | undefined;
  share(lid: string, shown?: { fname?: string; showcprops?: boolean }): Promise<List>;
  unshare(lid: string): Promise<List>;
  /** The address for a list that is shared; it becomes so. */
  shareUrl(lid: string): Promise<string>;
  email(mail: {
    lid: string;
    toemail: string;
    fromname?: string;
    note?: string;
  }): Promise<{ listinfo: List; msg: string }>;
};

export type SaveForLater = {
  /** Opens the list; the others do so themselves where no lid is given. */
  init(): Promise<ListContents>;
  fetch(lid?: string, page?: Page): Promise<ListContents>;
  add(lid: string | undefined, products: readonly Product[]): Promise<SflAnswer>;
  update(lid: string | undefined, items: readonly ItemRef[]): Promise<SflAnswer>;
  remove(lid: string | undefined, items: readonly ItemRef[]): Promise<SflAnswer>;
  movedToCart(lid: string | undefined, items: readonly ItemRef[]): Promise<SflAnswer>;
};

export type Alerts = {
  subscribe(request: AlertRequest): Promise<AlertAnswer>;
  fetch(filter?: Page & { topic?: string; medium?: string }): Promise<Subscriptions>;
  remove(what: { epi?: PlatformId; empi?: PlatformId; topic?: string; medium?: string }): Promise<{ removed: number }>;
};

export type ShopperState = { readonly kind: "nobody" | "guest" | "account"; readonly regid?: string };

/** Nobody until the first action, then a guest; an account by the token of the shop's server. */
export type Shopper = Observable<ShopperState> & {
  login(token: string): Promise<void>;
  logout(): void;
};

export type EventDetails = {
  added: { lid: string; items: readonly (Product | CustomProduct)[] };
  updated: { lid: string; items: readonly ItemRef[] };
  removed: { lid: string; items: readonly ItemRef[] };
  /** Kept until the network is back. */
  queued: { items: readonly (ItemRef | CustomProduct)[] };
  lists: ListsState;
  shopper: ShopperState;
  /** A refusal that no caller waits for: of a change that was kept, or of a login at the start. */
  failed: KeepsakeError;
};

export type Client = {
  readonly pid: string;
  saved(product: Product): Saved;
  readonly lists: Lists;
  readonly saveForLater: SaveForLater;
  readonly alerts: Alerts;
  readonly shopper: Shopper;
  socialCounts(empis: readonly PlatformId[]): Promise<SocialCount[]>;
  on<Name extends keyof EventDetails>(name: Name, listener: (detail: EventDetails[Name]) => void): () => void;
  /** Lets go of timers, channels and the live stream. */
  close(): void;
};

export type ClientOptions = {
  readonly pid: string;
  /** Where the service is, such as https://keepsake.shop.example */
  readonly baseUrl: string;
  /** Of the shop's server, for who is logged in there; a function is asked again when the session has ended. Empty or null: nobody is. */
  readonly token?: string | null | (() => string | null | Promise<string | null>);
  /** The list that hearts save on; made on the first save. */
  readonly listName?: string;
  /** The shop's page that shows a shared list; `lid` is added to it. */
  readonly sharePage?: string;
};
