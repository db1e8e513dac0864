import { type Translation, translated } from "../../../platform/text/language.ts";
import type { Variant } from "./variant-cache.ts";

/** The title of the product with its size or colour; null when the catalogue has none. Ids are not shown instead, because
 *  anyone can make one up. */
export const titleOf = ({ product }: Pick<Variant, "product">): string | null =>
  product?.title ? [product.title, product.variantTitle].filter(Boolean).join(", ") : null;

const en = { item: (shop: string) => `an item at ${shop}` };
const de: Translation<typeof en> = { item: (shop) => `ein Artikel bei ${shop}` };
const fr: Translation<typeof en> = { item: (shop) => `un article chez ${shop}` };
const copy = translated<Translation<typeof en>>({ en, de, fr });

/** What mails and pages call a product without a title. */
export const untitled = (shop: string, wanted: string | null | undefined) => copy(wanted).item(shop);
