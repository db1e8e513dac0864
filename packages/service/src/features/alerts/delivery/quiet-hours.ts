/** Text messages are for the day: from 8 to 21 o'clock where the person is. */
const FROM_HOUR = 8;
const TO_HOUR = 21;
const DAY_SECONDS = 86_400;

const UTC = formatOf("UTC");
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string) {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

/** A zone nobody knows counts as UTC; only known ones are remembered, so that what people send fills nothing. */
function zoneFormat(timeZone: string | null): Intl.DateTimeFormat {
  if (!timeZone) return UTC;
  const known = formats.get(timeZone.toLowerCase());
  if (known) return known;
  try {
    const format = formatOf(timeZone);
    formats.set(timeZone.toLowerCase(), format);
    return format;
  } catch {
    return UTC;
  }
}

/** How long until a text message may be sent; 0: now. Where clocks change meanwhile it is asked again then. */
export function quietSeconds(timeZone: string | null, now: number): number {
  const parts = zoneFormat(timeZone).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const second = read("hour") * 3_600 + read("minute") * 60 + read("second");
  if (second >= FROM_HOUR * 3_600 && second < TO_HOUR * 3_600) return 0;
  return (FROM_HOUR * 3_600 - second + DAY_SECONDS) % DAY_SECONDS;
}
