/** The settings that every hosted app has. */
export type HostedConfig = {
  readonly databaseUrl: string;
  readonly secrets: readonly [string, ...string[]];
  /** Where the Keepsake service answers. */
  readonly keepsakeUrl: string;
  /** The public address of this app, without a path. */
  readonly appUrl: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: string;
  readonly reconcileMs: number;
  readonly holdsMs: number;
};

const SECRET_MIN = 32;

/** Reads the settings, and names the one that is missing or wrong. */
export function readHostedConfig(env: NodeJS.ProcessEnv): HostedConfig {
  const secrets = list(need(env, "CONNECTOR_SECRET"));
  for (const secret of secrets)
    if (secret.length < SECRET_MIN) throw new Error(`CONNECTOR_SECRET needs at least ${SECRET_MIN} characters.`);
  return {
    databaseUrl: need(env, "DATABASE_URL"),
    secrets,
    keepsakeUrl: readUrl(env, "KEEPSAKE_URL"),
    appUrl: readUrl(env, "APP_URL"),
    host: env["HOST"] ?? "0.0.0.0",
    port: readNumber(env, "PORT", 9300, 0, 65_535),
    logLevel: env["LOG_LEVEL"] ?? "info",
    reconcileMs: readNumber(env, "RECONCILE_MINUTES", 15, 1, 1_440) * 60_000,
    holdsMs: readNumber(env, "HOLDS_SECONDS", 3, 1, 300) * 1_000,
  };
}

export function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set ${name}.`);
  return value;
}

/** A list in one setting: while a secret is replaced, the new one and the old one. */
export function list(text: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return [first, ...rest];
}

function readUrl(env: NodeJS.ProcessEnv, name: string): string {
  const text = need(env, name);
  if (!URL.canParse(text) || !/^https?:\/\//.test(text))
    throw new Error(`${name} must be an address such as https://keepsake.example.`);
  return text.replace(/\/+$/, "");
}

function readNumber(env: NodeJS.ProcessEnv, name: string, standard: number, min: number, max: number): number {
  const value = env[name] === undefined ? standard : Number(env[name]);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
  return value;
}
