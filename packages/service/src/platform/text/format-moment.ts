/** Making one takes longer than writing the rest of a letter. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 500;

/** A time to the minute, as the reader writes it and where the reader lives; in the world's time where nobody knows. */
export function formatMoment(at: Date, locale: string, timeZone: string | null): string {
  try {
    return formatOf(locale.replaceAll("_", "-"), timeZone || "UTC").format(at);
  } catch {
    return formatOf("en", "UTC").format(at); // a locale or zone nobody knows
  }
}

function formatOf(locale: string, timeZone: string) {
  const key = `${locale} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(key, made);
  return made;
}
