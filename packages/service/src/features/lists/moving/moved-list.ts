import { hash } from "node:crypto";
import type { ListId, ShopperId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { PublicListId } from "../list.ts";

/** A list of another installation or service. `extras` is JSON text; times are texts, which keep their microseconds. */
export type MovedList = {
  /** The id that the list had there. */
  readonly formerId: string;
  readonly name: string;
  readonly type: string;
  readonly note: string | null;
  readonly extras: string | null;
  readonly status: number;
  readonly isPublic: boolean;
  readonly shares: number;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** A merge united this list with that one, which its id leads to. */
  readonly leadsTo: string | null;
};
export type OwnedList = MovedList & { readonly shopperId: ShopperId };

export type MovedItem = {
  readonly listId: string;
  readonly platformId: string;
  readonly productId: string | null;
  readonly quantity: number;
  readonly flags: number;
  readonly details: string | null;
  readonly addedAt: string | null;
  readonly updatedAfter: number;
};
export type PlacedItem = Omit<MovedItem, "listId" | "platformId" | "productId"> & {
  readonly listId: ListId;
  readonly shopperId: ShopperId;
  readonly variantId: VariantId;
  readonly productId: string;
};

export type KnownList = { readonly id: ListId; readonly shopperId: ShopperId; readonly count: number };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The public ids that a list may have here: its own, if it is a UUID, so that links that people shared keep working; and one
 *  that is computed, if it is none, or if another store of the installation has it. */
export function publicIdsOf(storeId: StoreId, formerId: string): { own: PublicListId | null; computed: PublicListId } {
  const text = formerId.toLowerCase();
  const computed = hash("sha256", `moved-list:${storeId}:${UUID.test(text) ? text : formerId}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { own: UUID.test(text) ? text : null, computed };
}
