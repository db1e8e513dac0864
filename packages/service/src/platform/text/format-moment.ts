import { LRUCache } from "lru-cache";

/** Creating a format takes longer than rendering the rest of a mail. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** A time to the minute in the reader's language and time zone; in UTC if the zone is not known. */
export function formatMoment(at: Date, locale: string, timeZone: string | null): string {
  try {
    return formatOf(locale.replaceAll("_", "-"), timeZone || "UTC").format(at);
  } catch {
    return formatOf("en", "UTC").format(at); // an unknown locale or zone
  }
}

function formatOf(locale: string, timeZone: string) {
  const key = `${locale} ${timeZone}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    });
  formats.set(key, format);
  return format;
}
