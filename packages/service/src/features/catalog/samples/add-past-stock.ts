import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { insertChanges, insertLevels, insertPrices, insertStock } from "./sql.ts";

type OfVariant = { readonly variantId: VariantId };
export type PastPrice = OfVariant & {
  readonly currency: string;
  readonly price: number;
  readonly compareAt: number | null;
  readonly seenAt: string;
};
/** The stock of now, and how it came to be. */
export type PastLevel = OfVariant & {
  readonly quantity: number;
  /** Units that arrived with the last restock and after it. */
  readonly arrived: number;
  readonly restocks: number;
  readonly occurredAt: string;
};
/** A change of the stock in one restock. */
export type PastChange = OfVariant & {
  readonly at: string;
  readonly number: number;
  readonly quantity: number;
  readonly arrived: number;
};

export const addPastPrices = (tx: StoreTx, prices: readonly PastPrice[]) => insertPrices(tx, prices);

/** Stores stock that was reported in the past. It is no restock: nobody is notified. */
export async function addPastLevels(tx: StoreTx, levels: readonly PastLevel[]): Promise<void> {
  await insertStock(tx, levels);
  await insertLevels(tx, levels);
}

export const addPastChanges = (tx: StoreTx, changes: readonly PastChange[]) => insertChanges(tx, changes);
