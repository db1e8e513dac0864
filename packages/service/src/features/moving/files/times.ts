/** A time as text that PostgreSQL and `Date.parse` read, with its microseconds; undefined if it cannot be read. Without a zone, it
 *  is in UTC. */
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,6})?\d{0,3})?)? ?(?:Z|UTC|([+-](?:0\d|1[0-4]))(?::?([0-5]\d))?)?$/;

export function readIsoTime(text: string): string | undefined {
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zoneHours, zoneMinutes = "00"] =
    ISO.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const isReal =
    isDay(Number(year), Number(month), Number(day)) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  const zone = zoneHours === undefined ? "Z" : `${zoneHours}:${zoneMinutes}`;
  return isReal ? `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}` : undefined;
}

const isDay = (year: number, month: number, day: number) =>
  year >= 1970 &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  (day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate());

/** How a column writes times: ISO 8601, seconds or milliseconds since 1970, or a pattern such as `DD.MM.YYYY HH:mm:ss`. */
export type TimeFormat = { readonly format: string; readonly zone: string };

const TOKENS = {
  YYYY: { name: "year", value: /^\d{4}/ },
  MM: { name: "month", value: /^\d{1,2}/ },
  DD: { name: "day", value: /^\d{1,2}/ },
  HH: { name: "hour", value: /^\d{1,2}/ },
  hh: { name: "hour", value: /^\d{1,2}/ },
  mm: { name: "minute", value: /^\d{2}/ },
  ss: { name: "second", value: /^\d{2}/ },
  A: { name: "half", value: /^[AaPp]\.?[Mm]\.?/ },
} as const;
type Parts = Partial<Record<(typeof TOKENS)[keyof typeof TOKENS]["name"], string>>;

const isToken = (piece: string): piece is keyof typeof TOKENS => Object.hasOwn(TOKENS, piece);

/** Reads the text piece by piece: a token, or what stands between tokens. */
function readParts(pieces: readonly string[], text: string): Parts | undefined {
  const parts: Parts = {};
  let rest = text;
  for (const piece of pieces) {
    const found = isToken(piece) ? TOKENS[piece].value.exec(rest)?.[0] : piece;
    if (found === undefined || !rest.startsWith(found)) return undefined;
    if (isToken(piece)) parts[TOKENS[piece].name] = found;
    rest = rest.slice(found.length);
  }
  return rest === "" ? parts : undefined;
}

/** Makes a reader of times in this format. Throws if the format or the zone is not known. */
export function createReadTime({ format, zone }: TimeFormat): (text: string) => string | undefined {
  const offsetAt = createOffset(zone);
  const fromUnix = (text: string, divisor: number) => {
    if (!/^\d{1,16}(\.\d+)?$/.test(text)) return undefined;
    const at = new Date((Number(text) * 1_000) / divisor);
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  };
  if (format === "iso") return readIsoTime;
  if (format === "unix") return (text) => fromUnix(text, 1);
  if (format === "unix-ms") return (text) => fromUnix(text, 1_000);
  if (!["YYYY", "MM", "DD"].every((token) => format.includes(token)))
    throw new Error(`The time format "${format}" must be iso, unix, unix-ms or a pattern with YYYY, MM and DD.`);
  const pieces = format.split(/(YYYY|MM|DD|HH|hh|mm|ss|A)/);
  return (text) => {
    const found = readParts(pieces, text);
    if (!found) return undefined;
    const number = (name: keyof Parts) => Number(found[name] ?? 0);
    const [year, month, day, written] = [number("year"), number("month"), number("day"), number("hour")];
    const isAfternoon = found.half?.toLowerCase().startsWith("p");
    const hour = found.half === undefined ? written : (written % 12) + (isAfternoon ? 12 : 0);
    if (!isDay(year, month, day) || hour > 23 || number("minute") > 59 || number("second") > 59) return undefined;
    const local = Date.UTC(year, month - 1, day, hour, number("minute"), number("second"));
    // The offset at that time; in the hour that a clock change repeats, the first one.
    const first = local - offsetAt(local - offsetAt(local));
    return new Date(first).toISOString();
  };
}

const QUARTER_MS = 900_000;
const KNOWN_MAX = 10_000;

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function createOffset(zone: string): (at: number) => number {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (hours !== undefined) {
    const fixed = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
    return () => fixed;
  }
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw new Error(`The time zone "${zone}" is not known. Use a name such as Europe/Berlin, or +02:00.`);
  }
  // Formatting is slow. Offsets change at full quarters of an hour.
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    let offset = known.get(quarter);
    if (offset === undefined) {
      if (known.size >= KNOWN_MAX) known.clear();
      offset = measure(quarter * QUARTER_MS);
      known.set(quarter, offset);
    }
    return offset;
  };

  function measure(at: number) {
    const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
  }
}
