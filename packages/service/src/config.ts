import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import envSchema from "env-schema";
import { type Static, type TSchema, Type } from "typebox";
import { DatabaseEnvironment, readRoleUrls } from "./config/database.ts";
import { describeProblem, type Problem } from "./config/describe-problem.ts";
import { ErasureLogEnvironment, readErasureLog } from "./config/erasure-log.ts";
import { HooksEnvironment, readHooks } from "./config/hooks.ts";
import { MailEnvironment, readMail } from "./config/mail.ts";
import { NetworkEnvironment, readNetwork } from "./config/network.ts";
import { OidcEnvironment, readOidc } from "./config/oidc.ts";
import { readRedisUrl } from "./config/redis-url.ts";
import { isSecret, redact, SECRET } from "./config/secret.ts";
import { readSecrets } from "./config/secrets.ts";
import { readSms, SmsEnvironment } from "./config/sms.ts";

/** Every setting of Keepsake. No other file reads the environment. */
const Environment = Type.Object({
  DATABASE_URL: Type.String({
    pattern: "^postgres(ql)?://",
    examples: ["postgres://user:password@host:5432/keepsake"],
    description: "PostgreSQL 15 or newer",
    ...SECRET,
  }),
  ...DatabaseEnvironment.properties,
  NATS_URL: Type.Optional(
    Type.String({
      pattern: "^(nats|tls)://",
      examples: ["nats://host:4222"],
      description:
        "Notifies other processes of new work, and gets a copy of every event; without it processes poll. Separate the nodes of a cluster by commas",
      ...SECRET,
    }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: "^rediss?://",
      examples: ["redis://host:6379"],
      description: "Shares rate limits between processes; without it each process counts alone",
      ...SECRET,
    }),
  ),
  KEEPSAKE_SECRET: Type.String({
    minLength: 32,
    maxLength: 2_048,
    description:
      "Encrypts the keys in the database. While you replace it: the new one and the old one, separated by a comma",
    ...SECRET,
  }),
  KEEPSAKE_HOST: Type.String({ default: "127.0.0.1", description: "Address the API listens on" }),
  KEEPSAKE_PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65_535, description: "Port of the API" }),
  KEEPSAKE_REUSE_PORT: Type.Enum(["on", "off"], {
    default: "off",
    description: "on: processes that were started apart from each other may listen on one KEEPSAKE_PORT. Needs Linux",
  }),
  KEEPSAKE_OPS_HOST: Type.String({
    default: "127.0.0.1",
    description: "Address for /metrics and health checks; keep it off the internet",
  }),
  KEEPSAKE_OPS_PORT: Type.Integer({
    default: 9464,
    minimum: 0,
    maximum: 65_535,
    description: "Port for /metrics and health checks",
  }),
  ...MailEnvironment.properties,
  ...SmsEnvironment.properties,
  ...HooksEnvironment.properties,
  ...NetworkEnvironment.properties,
  ...OidcEnvironment.properties,
  ...ErasureLogEnvironment.properties,
  NODE_ENV: Type.Optional(
    Type.String({
      maxLength: 50,
      description:
        "`development` or `test`: KEEPSAKE_PUBLIC_URL and KEEPSAKE_TRUST_PROXY have defaults for this machine",
    }),
  ),
  KEEPSAKE_PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: "^https?://[^/\\s?#]{1,255}$",
      examples: ["https://keepsake.example"],
      description: "Public URL of the API, for the links in mails",
    }),
  ),
  KEEPSAKE_TRUST_PROXY: Type.Optional(
    Type.String({
      maxLength: 500,
      description: "IP addresses of the proxies in front of the API, comma-separated, or none",
    }),
  ),
  KEEPSAKE_PROCESSES: Type.Integer({
    default: availableParallelism(),
    minimum: 1,
    maximum: 10_000,
    description: "Number of API processes. Each enforces its share of a rate limit while Redis is unavailable",
  }),
  KEEPSAKE_SHARDS: Type.String({
    default: "0-15",
    pattern: "^\\d{1,4}-\\d{1,4}$",
    examples: ["0-15"],
    description: "Shards of this cell; new stores are spread over them",
  }),
  KEEPSAKE_DELIVERY_LANES: Type.Integer({
    default: 3,
    minimum: 1,
    maximum: 20,
    description: "Groups of alerts that a worker delivers at the same time. Each needs a database connection",
  }),
  KEEPSAKE_POLL_MS: Type.Integer({
    default: 1_000,
    minimum: 50,
    maximum: 60_000,
    description: "How often the worker looks for work when NATS does not notify it",
  }),
  KEEPSAKE_DRAIN_MS: Type.Integer({
    default: 2_000,
    minimum: 0,
    maximum: 60_000,
    description: "Time between not ready and closed, for the load balancer to notice",
  }),
  KEEPSAKE_LOG_LEVEL: Type.Enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
    default: "info",
    description: "Least severe messages in the log",
  }),
});
type Environment = Static<typeof Environment>;

export type Config = ReturnType<typeof readConfig>;

export const NO_ERASURE_LOG =
  "KEEPSAKE_ERASURE_LOG is not set: after a restore of a backup, people who were erased since are back. docs/privacy.md explains it.";
const FINISH_MS = 15_000;
const SHARD_MAX = 4_095;

/** Reads and checks the environment. `NAME_FILE` may name a file that contains the value of NAME, as with container
 *  secrets. */
export function readConfig(source: NodeJS.ProcessEnv = process.env) {
  const { values, unknown } = gather(source);
  const env = check(values);
  const [first, last] = env.KEEPSAKE_SHARDS.split("-").map(Number) as [number, number];
  if (first > last || last > SHARD_MAX)
    throw new Error(`KEEPSAKE_SHARDS must be a range within 0-${SHARD_MAX}, with the lower number first.`);
  const isDevelopment = ["development", "test"].includes(env.NODE_ENV ?? "");
  return {
    databaseUrl: env.DATABASE_URL,
    roleUrls: readRoleUrls(env),
    allowPrivilegedLogin: env.KEEPSAKE_ALLOW_PRIVILEGED_LOGIN === "on",
    natsUrl: env.NATS_URL,
    redisUrl: readRedisUrl(env.REDIS_URL),
    secrets: readSecrets(env.KEEPSAKE_SECRET),
    host: env.KEEPSAKE_HOST,
    port: env.KEEPSAKE_PORT,
    reusePort: env.KEEPSAKE_REUSE_PORT === "on",
    opsHost: env.KEEPSAKE_OPS_HOST,
    opsPort: env.KEEPSAKE_OPS_PORT,
    publicUrl: env.KEEPSAKE_PUBLIC_URL ?? `http://localhost:${env.KEEPSAKE_PORT}`,
    trustProxy: readTrustProxy(env.KEEPSAKE_TRUST_PROXY),
    /** What is not set, although it has a useful default only in development. */
    missing: isDevelopment
      ? []
      : (["KEEPSAKE_PUBLIC_URL", "KEEPSAKE_TRUST_PROXY"] as const).filter((name) => env[name] === undefined),
    mail: readMail(env),
    sms: readSms(env),
    hooks: readHooks(env),
    network: readNetwork(env),
    oidc: readOidc(env),
    erasureLog: readErasureLog(env),
    processes: env.KEEPSAKE_PROCESSES,
    shards: { first, last },
    deliveryLanes: env.KEEPSAKE_DELIVERY_LANES,
    pollMs: env.KEEPSAKE_POLL_MS,
    drainMs: env.KEEPSAKE_DRAIN_MS,
    /** How long a process may take from the signal until it ends. */
    graceMs: env.KEEPSAKE_DRAIN_MS + FINISH_MS,
    logLevel: env.KEEPSAKE_LOG_LEVEL,
    warnings: [
      ...unknown.map(
        (name) =>
          `${name} is not a setting of Keepsake; it has no effect. \`keepsake config print\` lists the settings.`,
      ),
      ...(env.KEEPSAKE_ERASURE_LOG === undefined && !isDevelopment ? [NO_ERASURE_LOG] : []),
    ],
    /** The settings in effect, under their names in the environment. */
    print: ({ redacted }: { redacted: boolean }) =>
      Object.fromEntries(
        Object.entries(env).map(([name, value]) => [
          name,
          redacted && isSecret(SETTINGS[name] ?? {}) ? redact(name, String(value)) : value,
        ]),
      ),
  };
}

const readTrustProxy = (proxies = "none") => (proxies === "none" ? (false as const) : proxies);

const SETTINGS: Readonly<Record<string, TSchema>> = Environment.properties;

/** Name, default and meaning of each setting, for the documentation. */
export const describeSettings = () =>
  Object.entries(SETTINGS).map(([name, schema]) => {
    const { description, default: fallback } = schema as { description?: string; default?: unknown };
    return { name, description: description ?? "", fallback, required: Environment.required.includes(name as never) };
  });

const isSetting = (name: string) => Object.hasOwn(SETTINGS, name);

function gather(source: NodeJS.ProcessEnv) {
  const values: Record<string, string> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || value === "") continue;
    const target = name.endsWith("_FILE") ? name.slice(0, -"_FILE".length) : name;
    if (isSetting(name)) values[name] = value;
    else if (isSetting(target) && source[target]) throw new Error(`${name} and ${target} are both set. Keep one.`);
    else if (isSetting(target)) values[target] = readSecretFile(name, value);
    else if (name.startsWith("KEEPSAKE_")) unknown.push(name);
  }
  return { values, unknown };
}

function readSecretFile(name: string, path: string) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    throw new Error(`${name}: the file ${path} cannot be read.`, { cause });
  }
}

function check(values: Record<string, string>): Environment {
  try {
    return envSchema<Environment>({ schema: Environment, data: values, env: false });
  } catch (error) {
    const { errors } = error as { errors?: Problem[] };
    if (!errors) throw error;
    const problems = new Set(errors.map((problem) => describeProblem(SETTINGS, problem)));
    throw new Error(
      `Some settings are missing or wrong:\n${[...problems].map((problem) => `  ${problem}`).join("\n")}\ndocs/operating.md explains each setting.`,
      { cause: error },
    );
  }
}
