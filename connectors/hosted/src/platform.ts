import type { Order, Variant } from "../../client/src/keepsake.ts";
import type { Shop } from "./installations.ts";

/** How many units a location has. A platform without locations reports one level with the location "". */
export type Level = { readonly location: string; readonly quantity: number };

export type ReadVariant = { readonly variant: Variant; readonly levels: readonly Level[] };

/** What the platform answered about what hints named. */
export type Reading = {
  readonly variants: readonly ReadVariant[];
  readonly orders: readonly Order[];
  /** Ids of variants that were named and that the platform no longer has. */
  readonly goneVariants: readonly string[];
  /** Ids of products whose every variant is in `variants`: what Keepsake knows besides was deleted. */
  readonly wholeProducts: readonly string[];
  /** Variants that exist and whose stock cannot be told now: a reservation of ours is just being made or released. `serveHolds`
   *  gives a hint for them when that is done. */
  readonly unsettledVariants?: readonly string[];
};

/** An accepted offer for which the shop shall set units aside. */
export type WantedHold = {
  readonly offer: string;
  readonly variantId: string;
  readonly units: number;
  readonly until: Date;
};

export type Made =
  | { readonly state: "held"; readonly reference: string; readonly url: string }
  | { readonly state: "refused"; readonly reason: string };

/** What a hosted platform does for its app. Everything it throws is tried again later. */
export type Platform = {
  /** Of the connector, as Keepsake shows it: "shopify". */
  readonly name: string;
  readonly version: string;
  /** Reads what the hints name, at most HINTS_PER_READ of them. A hint is a text that only the platform's code reads. */
  read(shop: Shop, hints: readonly string[]): Promise<Reading>;
  /** The hint that names one variant. */
  variantHint(variantId: string): string;
  /** Reads every variant with its stock, in pages of at most 500. */
  readAll(shop: Shop, signal: AbortSignal): AsyncIterable<readonly ReadVariant[]>;
  /** Reads the orders that changed since then. */
  readOrders?(shop: Shop, since: Date): AsyncIterable<readonly Order[]>;
  /** Only for platforms that can set units aside. */
  readonly reservations?: {
    make(shop: Shop, hold: WantedHold): Promise<Made>;
    /** Finds what an earlier `make` of this offer made before the process died. */
    find(shop: Shop, offer: string): Promise<{ readonly reference: string; readonly url: string } | undefined>;
    /** Releases all that is set aside for the offer, also what a process that died made; throws if any of it is left. What is gone
     *  or was bought is released already. */
    release(shop: Shop, offer: string, reference: string | undefined): Promise<void>;
  };
  /** Acts on a request that was stored before its webhook was answered. */
  handleRequest?(shop: Shop | undefined, kind: string, detail: string): Promise<void>;
};

export const HINTS_PER_READ = 100;
