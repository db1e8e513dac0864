import type { PlatformId } from "../records.ts";

// The attributes of the elements, for JSX and other typed templates.

type Flag = boolean | "";
type ProductAttributes = {
  epi: PlatformId;
  empi?: PlatformId;
  du: string;
  title?: string;
  image?: string;
  price?: number | string;
};
type SharedAttributes = {
  /** Such as `EUR`. */
  currency?: string;
  /** The element's own texts, as JSON. */
  texts?: string;
};
type AlertAttributes = {
  medium?: string;
  topic?: string;
  /** The market whose stock and price the alert is about, by its name in the store's settings. */
  market?: string;
  email?: string;
  quantity?: Flag;
  marketing?: Flag;
};

export type ElementAttributes = {
  "keepsake-heart": SharedAttributes & ProductAttributes & { lid?: string; count?: Flag };
  "keepsake-notify-me": SharedAttributes &
    ProductAttributes &
    AlertAttributes & { variant?: string; available?: boolean | "true" | "false" };
  "keepsake-lists": SharedAttributes & AlertAttributes & { lid?: string; cart?: Flag };
  "keepsake-drawer": SharedAttributes & AlertAttributes & { lid?: string; cart?: Flag; count?: Flag };
  "keepsake-saved-for-later": SharedAttributes & AlertAttributes;
  "keepsake-shared-list": SharedAttributes & AlertAttributes & { lid?: string; cart?: Flag };
};
