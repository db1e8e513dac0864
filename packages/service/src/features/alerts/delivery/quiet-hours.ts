/** Text messages are sent from 8:00 to 21:00 in the recipient's time zone. */
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

/** An unknown time zone counts as UTC. Only known zones are cached, so that made-up names cannot fill the memory. */
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

/** Seconds until a text message may be sent; 0 means now. The caller checks again after that time, so a change to or from
 *  summer time does no harm. */
export function quietSeconds(timeZone: string | null, now: number): number {
  const fields = zoneFormat(timeZone).formatToParts(now);
  const read = (type: string) => Number(fields.find((field) => field.type === type)?.value);
  const second = read("hour") * 3_600 + read("minute") * 60 + read("second");
  if (second >= FROM_HOUR * 3_600 && second < TO_HOUR * 3_600) return 0;
  return (FROM_HOUR * 3_600 - second + DAY_SECONDS) % DAY_SECONDS;
}
