/** What BigCommerce's catalogue and inventory API answer, as far as the app reads it. */
export type Product = {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly price: number;
  readonly calculated_price: number;
  readonly availability: "available" | "disabled" | "preorder";
  readonly is_visible: boolean;
  readonly inventory_tracking: "none" | "product" | "variant";
  readonly inventory_level: number;
  readonly custom_url?: { readonly url: string };
  readonly primary_image?: { readonly url_standard?: string } | null;
  /** Of a product without options: its only variant. */
  readonly base_variant_id: number | null;
  readonly variants: readonly Variant[];
};
type Variant = {
  readonly id: number;
  readonly sku: string;
  readonly price: number | null;
  readonly calculated_price: number;
  readonly purchasing_disabled: boolean;
  readonly image_url?: string;
  readonly inventory_level: number;
  readonly option_values: readonly { readonly label: string }[];
};
export type InventoryItem = {
  readonly identity: { readonly variant_id: number | null };
  readonly locations: readonly {
    readonly location_id: number;
    readonly location_enabled: boolean;
    /** Where backorders are allowed, with the units that the shop would have to order first. */
    readonly available_to_sell: number;
    readonly total_inventory_onhand?: number;
    readonly settings?: { readonly safety_stock?: number };
  }[];
};
export type StoreInfo = { readonly currency: string; readonly secure_url: string };

/** Variants and products are counted apart, so a variant is named with its product. A product itself has its own number. */
export const variantIdOf = (productId: number | string, variantId: number | string) => `${productId}-${variantId}`;
export const productIdOf = (variantId: string) => variantId.split("-")[0] ?? variantId;
