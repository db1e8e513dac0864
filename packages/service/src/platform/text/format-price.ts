/** Making one takes longer than writing the rest of a letter. */
const formats = new Map<string, Intl.NumberFormat>();
const FORMATS_MAX = 500;

/** A price as the reader's country writes it. */
export function formatPrice(price: number | null | undefined, currency: string | undefined, locale: string | null) {
  if (price === undefined || price === null) return "";
  if (!currency) return String(price);
  try {
    return formatOf(locale?.replaceAll("_", "-") || "en", currency).format(price);
  } catch {
    return `${price} ${currency}`; // a locale or currency nobody knows
  }
}

function formatOf(locale: string, currency: string) {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { style: "currency", currency });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(key, made);
  return made;
}
