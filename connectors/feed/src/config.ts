export type FeedConfig = {
  readonly keepsakeUrl: string;
  readonly pid: string;
  readonly key: string;
  /** While a secret is replaced, the new one and the old one. */
  readonly secrets: readonly string[];
  /** Undefined: the shop only pushes. */
  readonly feedUrl: string | undefined;
  readonly everyMs: number;
  readonly maxAgeMs: number;
  readonly mayShrink: boolean;
  readonly stateFile: string;
  readonly host: string;
  /** Undefined: the program does not listen, and the shop cannot push. */
  readonly port: number | undefined;
};

const SECRET_MIN = 24;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Reads the settings, and names the one that is missing or wrong. */
export function readConfig(env: NodeJS.ProcessEnv): FeedConfig {
  const secrets = need(env, "FEED_SECRET")
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
  if (secrets.length === 0 || secrets.some((secret) => secret.length < SECRET_MIN))
    throw new Error(`FEED_SECRET needs at least ${SECRET_MIN} characters.`);
  const feedUrl = env["FEED_URL"] ? readUrl("FEED_URL", env["FEED_URL"]) : undefined;
  const port = env["PORT"] === undefined ? undefined : readNumber(env, "PORT", 0, 0, 65_535);
  if (feedUrl === undefined && port === undefined)
    throw new Error("Set FEED_URL to fetch a feed, PORT to receive one, or both.");
  return {
    keepsakeUrl: readUrl("KEEPSAKE_URL", need(env, "KEEPSAKE_URL")),
    pid: need(env, "KEEPSAKE_PID"),
    key: need(env, "KEEPSAKE_KEY"),
    secrets,
    feedUrl,
    everyMs: readNumber(env, "FEED_MINUTES", 15, 1, 1_440) * 60_000,
    maxAgeMs: readNumber(env, "FEED_MAX_AGE_HOURS", 24, 1, 8_760) * 3_600_000,
    mayShrink: env["FEED_MAY_SHRINK"] === "yes",
    stateFile: env["FEED_STATE"] ?? "keepsake-feed.json",
    host: env["HOST"] ?? "0.0.0.0",
    port,
  };
}

function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set ${name}.`);
  return value;
}

function readUrl(name: string, text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (!isSafe) throw new Error(`${name} must be an address that begins with https://.`);
  return text;
}

function readNumber(env: NodeJS.ProcessEnv, name: string, standard: number, min: number, max: number): number {
  const value = env[name] === undefined ? standard : Number(env[name]);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
  return value;
}
