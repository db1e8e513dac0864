/** A price as the reader's country writes it. */
export function formatPrice(price: number | null | undefined, currency: string | undefined, locale: string | null) {
  if (price === undefined || price === null) return "";
  if (!currency) return String(price);
  try {
    return new Intl.NumberFormat(locale?.replaceAll("_", "-") || "en", { style: "currency", currency }).format(price);
  } catch {
    return `${price} ${currency}`; // a locale or currency nobody knows
  }
}
