import { LRUCache } from "lru-cache";

/** Creating a format takes longer than rendering the rest of a mail. */
const formats = new LRUCache<string, Intl.NumberFormat>({ max: 500 });

/** A price as the reader's country writes it. */
export function formatPrice(price: number | null | undefined, currency: string | undefined, locale: string | null) {
  if (price === undefined || price === null) return "";
  if (!currency) return String(price);
  try {
    return formatOf(locale?.replaceAll("_", "-") || "en", currency).format(price);
  } catch {
    return `${price} ${currency}`; // an unknown locale or currency
  }
}

function formatOf(locale: string, currency: string) {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: "currency", currency });
  formats.set(key, format);
  return format;
}
