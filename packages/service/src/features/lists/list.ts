import type { ListId, ShopperId } from "../../platform/ids.ts";

/** The id of a list in the API. It is random, so that no one can guess it. */
export type PublicListId = string;

/** The types that every store has. A store may configure more. */
export const WISHLIST = "wl";
export const SAVE_FOR_LATER = "sfl";

/** Values of `status`. */
export const ARCHIVED = 0;
export const ACTIVE = 1;

/** Each list row stores a preview of its newest items, at most this many. A store may show fewer. */
export const PREVIEW_MAX = 100;

/** A list without its items. Times are in milliseconds. */
export type List = {
  readonly id: ListId;
  readonly shopperId: ShopperId;
  readonly publicId: PublicListId;
  readonly name: string;
  readonly type: string;
  readonly note: string | null;
  readonly extras: ListExtras | null;
  readonly count: number;
  readonly status: number;
  readonly isPublic: boolean;
  readonly isCopying: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type ListExtras = {
  /** JSON text, as the client wrote it. */
  readonly properties?: string;
  readonly description?: string;
  /** What the owner shows to other people while the list is public. */
  readonly shown?: { readonly firstName?: string; readonly properties?: boolean };
};

export type NewList = {
  readonly name: string;
  readonly type: string;
  readonly note: string | null;
  readonly extras: ListExtras | null;
};

/** An absent field is not changed. `extras` is merged into the stored extras. */
export type ListChanges = {
  readonly name?: string;
  readonly note?: string | null;
  readonly extras?: ListExtras;
  readonly status?: number;
  readonly isPublic?: boolean;
  /** The list gets a new public id, and the old one is unknown from then on. */
  readonly renewPublicId?: boolean;
};

/** Names that differ only in case, outer spaces or Unicode form are the same name. */
export const isSameName = (one: string, other: string) => nameKey(one) === nameKey(other);
const nameKey = (name: string) => name.trim().toLowerCase().normalize("NFC");
