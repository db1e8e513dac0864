// What connectors send and read. The fields have the names of Keepsake's API; docs/integrate.md explains them.

/** A variant of the catalogue. An absent field stays as it is, null removes it. */
export type Variant = {
  /** The platform's id of the variant, up to 64 characters. */
  readonly epi: string | number;
  /** The platform's id of its product. */
  readonly empi?: string | number;
  /** Brand. */
  readonly bt?: string | null;
  /** Title of the product. */
  readonly dt?: string | null;
  /** Title of the variant, such as "Blue / M". */
  readonly vi?: string | null;
  readonly sku?: string | null;
  /** Absolute URL of the product's page. */
  readonly du?: string | null;
  /** Absolute URL of the variant's page. */
  readonly uri?: string | null;
  /** Absolute URL of a picture. */
  readonly iu?: string | null;
  readonly pr?: number | null;
  readonly compareAtPrice?: number | null;
  /** ISO 4217, such as "EUR". */
  readonly currency?: string;
  readonly tags?: readonly string[];
  /** Price and page in each market of the store, by the market's name. */
  readonly markets?: Readonly<Record<string, MarketOfVariant>>;
};
export type MarketOfVariant = Pick<Variant, "pr" | "compareAtPrice" | "currency" | "du">;

/** How many units of a variant can be sold at a location. */
export type StockLevel = {
  readonly epi: string | number;
  /** The platform's id or name of the location, up to 64 characters. Absent: the shop has only one. */
  readonly location?: string;
  readonly quantity: number;
  /** The time before the quantity was read from the platform. Keepsake drops reports that are older than the known one. */
  readonly occurredAt: string;
};

export type Order = {
  readonly id: string;
  readonly currency: string;
  readonly email?: string;
  readonly regid?: string;
  readonly occurredAt: string;
  readonly cancelled?: boolean;
  readonly lines?: readonly {
    readonly epi: string | number;
    readonly quantity: number;
    readonly price: number | string;
  }[];
};

/** What a connector says of itself. A field that is absent stays as it was reported last, except `problem`. */
export type HealthReport = {
  /** Address of the shop's administration. */
  readonly shop?: string;
  /** This connector makes reservations: it polls holds. */
  readonly reserves?: boolean;
  /** The last event of the platform, and the longest time since the last report between a change there and our answer. */
  readonly event?: { readonly at: string; readonly lagMs: number };
  readonly reconcile?: {
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly checked: number;
    readonly corrected: number;
  };
  /** What does not work and how to mend it, for the merchant. Null or absent: there is no problem. */
  readonly problem?: string | null;
};

/** Units of an accepted offer. `wanted`: reserve them. `held`: they are reserved. `ending`: the offer is over, release them. */
export type Hold = {
  readonly offer: string;
  readonly epi: string;
  /** The market whose stock was offered; absent for the variant as a whole. */
  readonly market?: string;
  /** The locations that the market sells from: the units are reserved at these. Without it, at any location. */
  readonly locations?: readonly string[];
  readonly empi: string | null;
  readonly units: number;
  readonly until: string;
  readonly state: "wanted" | "held" | "ending";
  readonly reference: string | null;
  readonly url: string | null;
};

export type HoldReport = {
  readonly offer: string;
  readonly state: "held" | "refused" | "released";
  /** The platform's id of the reservation, up to 200 characters. */
  readonly reference?: string;
  /** Where the shopper buys what is held. */
  readonly url?: string;
  readonly reason?: string;
};
