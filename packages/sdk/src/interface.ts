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

// The public interface, used by elements, hooks and pages. Everything else in this folder may change.

/** A value that changes. `get` returns the same object until the next change, as React's useSyncExternalStore requires. */
export type Observable<T> = {
  get(): T;
  /** Calls `listener` after every change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
};

export type SavedState = {
  readonly isSaved: boolean;
  /** The lists that contain the variant. A list that does not exist yet has an empty lid. */
  readonly lids: readonly string[];
  /** False until the service has answered. */
  readonly isKnown: boolean;
  /** A change is being sent, or is waiting for the network. */
  readonly isPending: boolean;
};

/** Whether one variant is saved. All variants subscribed to in one task are fetched in one call. */
export type Saved = Observable<SavedState> & {
  /** Saves to `lid` or to the preferred list, or removes the variant if it is saved. The state changes at once and reverts if the service refuses. */
  toggle(options?: { lid?: string }): Promise<SavedState>;
};

export type ListsState = {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly lists: readonly List[];
  readonly error?: KeepsakeError;
};

/** Subscribing fetches the lists and, while the page is visible, follows changes from other tabs and devices. */
export type Lists = Observable<ListsState> & {
  /** Makes at most one request in five minutes, unless something changed. */
  fetch(options?: { lty?: string }): Promise<List[]>;
  create(list: NewList): Promise<List>;
  update(change: ListChange): Promise<List>;
  delete(lid: string): Promise<List>;
  details(lid: string, page?: Page): Promise<ListContents>;
  items(lid: string, page?: Page): Promise<Item[]>;
  /** Without a lid, adds to the preferred list, which is created if needed. */
  add(lid: string | undefined, products: readonly (Product | CustomProduct)[]): Promise<Item[]>;
  updateItems(lid: string, items: readonly ItemRef[]): Promise<Item[]>;
  remove(lid: string, items: readonly ItemRef[]): Promise<Item[]>;
  /** Sets the list that hearts save to; `undefined` means the default list again. */
  prefer(lid: string | undefined): void;
  preferred(): string | undefined;
  /** The list that hearts save to. It is created if needed. */
  defaultLid(): Promise<string>;
  /** With `newlink: 1` the list gets a new lid, and links with the old one stop working. */
  share(lid: string, settings?: { fname?: string; showcprops?: boolean; newlink?: 1 }): Promise<List>;
  unshare(lid: string): Promise<List>;
  /** Shares the list if it is private, and returns its link. */
  shareUrl(lid: string): Promise<string>;
  email(mail: {
    lid: string;
    toemail: string;
    fromname?: string;
    note?: string;
  }): Promise<{ listinfo: List; msg: string }>;
  /** Counts that a list was shared. */
  reportShare(share: { lid: string; fromname?: string; medium?: string }): Promise<{ lid: string }>;
};

export type SaveForLater = {
  /** Creates the list if needed and returns it. The other calls do this themselves when they get no lid. */
  init(): Promise<ListContents>;
  fetch(lid?: string, page?: Page): Promise<ListContents>;
  add(lid: string | undefined, products: readonly Product[]): Promise<SflAnswer>;
  update(lid: string | undefined, items: readonly ItemRef[]): Promise<SflAnswer>;
  remove(lid: string | undefined, items: readonly ItemRef[]): Promise<SflAnswer>;
  movedToCart(lid: string | undefined, items: readonly ItemRef[]): Promise<SflAnswer>;
};

export type Alerts = {
  subscribe(request: AlertRequest): Promise<AlertAnswer>;
  /** Without a shopper there are no alerts, and no request is made. */
  fetch(filter?: Page & { topic?: string; medium?: string }): Promise<Subscriptions>;
  /** `mediumvalue`: only the alerts for this address. */
  remove(what: {
    epi?: PlatformId;
    /** Of the variant `epi`; without it, the alert for the variant as a whole ends. */
    market?: string | undefined;
    empi?: PlatformId;
    topic?: string;
    medium?: string;
    mediumvalue?: string;
  }): Promise<{ removed: number }>;
};

export type ShopperState = {
  readonly kind: "nobody" | "guest" | "account";
  readonly regid?: string;
  /** The address of an account, which the shop's token has vouched for. */
  readonly email?: string;
};

/** `nobody` until the first action, then a guest, or an account after a login with the shop's token. */
export type Shopper = Observable<ShopperState> & {
  /** An empty token logs an account out; a guest stays. Calls made meanwhile wait for a token that is still fetched. */
  login(token: string | Promise<string>): Promise<void>;
  logout(): void;
};

export type EventDetails = {
  added: { lid: string; items: readonly (Product | CustomProduct)[] };
  updated: { lid: string; items: readonly ItemRef[] };
  removed: { lid: string; items: readonly ItemRef[] };
  /** Without a network, or while the service is busy, the change is kept and sent later. */
  queued: { items: readonly (ItemRef | CustomProduct)[] };
  lists: ListsState;
  shopper: ShopperState;
  /** An error without a caller: a queued change was refused, or the login at page load failed. */
  failed: KeepsakeError;
};

export type Client = {
  readonly pid: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  saved(product: Product): Saved;
  readonly lists: Lists;
  readonly saveForLater: SaveForLater;
  readonly alerts: Alerts;
  readonly shopper: Shopper;
  socialCounts(empis: readonly PlatformId[]): Promise<SocialCount[]>;
  on<Name extends keyof EventDetails>(name: Name, listener: (detail: EventDetails[Name]) => void): () => void;
  /** Stops timers, closes the tab channel and the live stream. */
  close(): void;
};

export type ClientOptions = {
  readonly pid: string;
  /** The service's URL, such as https://keepsake.shop.example */
  readonly baseUrl: string;
  /** The signed token of the logged-in shopper; empty or null when nobody is logged in. A function is called again when the session has ended. */
  readonly token?: string | null | (() => string | null | Promise<string | null>);
  /** The name of the list that hearts save to. It is created on the first save. */
  readonly listName?: string;
  /** The shop's page for shared lists. The parameter `lid` is added to its URL. */
  readonly sharePage?: string;
};
