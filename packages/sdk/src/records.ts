// The records of the API, with its field names (docs/lists.md).

/** An id of the shop's platform. It is returned with the type it was sent in. Send ids above 2^53 as strings. */
export type PlatformId = string | number;

export type Product = {
  /** Variant id. */
  epi: PlatformId;
  /** Product id. */
  empi: PlatformId;
  /** Canonical URL of the product page. */
  du: string;
  qty?: number;
  note?: string | null;
  cprops?: Record<string, unknown>;
  lbls?: string[];
  /** The page chose this variant, not the shopper. */
  _av?: boolean;
  /** Title, image, price and SKU, for stores that do not send their catalogue. */
  dt?: string;
  iu?: string;
  pr?: number;
  sku?: string;
};

/** Names an item that is already on a list. */
export type ItemRef = Partial<Product> & { epi: PlatformId };

/** An item that is not in the shop's catalogue, or a bundle of several. */
export type CustomProduct = {
  title: string;
  du?: string;
  price?: number;
  iu?: string;
  sku?: string;
  bundle?: Record<string, unknown>[];
  compareAtPrice?: number;
  qty?: number;
  platformitemid?: PlatformId;
  cprops?: Record<string, unknown>;
};

export type Item = Product & {
  id?: string;
  lid?: string;
  cts?: number;
  uts?: number;
  bt?: string | null;
  vi?: string | null;
  /** Units in stock, where the shop has reported them; 0 means sold out. */
  stk?: number | null;
  /** The catalogue's price when the item was saved. */
  savedpr?: number | null;
  lity?: "custom" | "customBundle";
};

export type UserInfo = { em?: string | null; fname?: string; lname?: string; [field: string]: unknown };

export type List = {
  lid: string;
  lname: string;
  /** `wl`, `sfl`, or a type that the store defines. */
  lty: string | null;
  cnt: number;
  st: number;
  lnote?: string | null;
  lprops?: Record<string, unknown>;
  anonRead?: boolean;
  _cp?: boolean;
  /** The newest items, newest first. */
  listcontents?: Item[];
  userinfo?: UserInfo | null;
  cts?: number;
  uts?: number;
  [field: string]: unknown;
};

export type ListContents = {
  list: List;
  items: Item[];
  userinfo: UserInfo | null;
  pagination: { totalcount: number; next: number | null; limit: number };
};

export type NewList = {
  lname: string;
  lty?: string;
  lnote?: string;
  lprops?: Record<string, unknown>;
  ldesc?: Record<string, unknown>;
  fromlid?: string;
};

export type ListChange = Partial<Omit<NewList, "lty" | "fromlid">> & { lid: string; st?: 0 | 1 };

export type Page = { limit?: number; offset?: number };

export type SflAnswer = {
  itemsadded?: Item[];
  itemsupdated?: Item[];
  itemsdeleted?: Item[];
  itemsmoved?: Item[];
  itemsfailed: unknown[];
};

export type SocialCount = { empi: PlatformId; count: number };

export type AlertRequest = {
  medium: "email" | "sms";
  mediumvalue: string;
  products: Product[];
  topics: string[];
  /** The market whose stock and price the alerts are about, by its name in the store's settings. */
  market?: string | undefined;
  addtomailinglist?: 0 | 1;
  extras?: string;
  /** The text that the shopper agreed to, stored as proof of consent. */
  consent?: string;
  locale?: string;
  currency?: string;
  timezone?: string;
};

export type AlertAnswer = { message: string; products: Record<string, unknown>[]; topics: string[] };

export type Subscription = {
  epi: PlatformId;
  market?: string;
  empi: PlatformId;
  topic: string;
  medium: string;
  /** `XXXXXX` for guests. */
  mediumvalue: string;
  state: string;
  cts: number;
  [field: string]: unknown;
};

export type Subscriptions = { limit: number; offset: number; total: number; subscriptions: Subscription[] };
