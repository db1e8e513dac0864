import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import envSchema from "env-schema";
import { type Static, Type } from "typebox";
import type { MailSettings } from "./platform/messaging/mail/create-mail-sender.ts";
import type { Dkim } from "./platform/messaging/mail/smtp.ts";
import type { SmsSettings } from "./platform/messaging/sms/create-sms-sender.ts";

/** Every setting of the program. Nothing else reads the environment. */
const Environment = Type.Object({
  DATABASE_URL: Type.String({ pattern: "^postgres(ql)?://", description: "PostgreSQL 15 or newer" }),
  NATS_URL: Type.Optional(
    Type.String({ pattern: "^(nats|tls)://", description: "Doorbell between processes; without it they poll" }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: "^rediss?://",
      description: "Shares rate limits between processes; without it each counts alone",
    }),
  ),
  KEEPSAKE_SECRET: Type.String({
    minLength: 32,
    maxLength: 512,
    description: "Seals what rests in the database and signs sessions",
  }),
  KEEPSAKE_HOST: Type.String({ default: "127.0.0.1", description: "Address the API listens on" }),
  KEEPSAKE_PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65_535, description: "Port of the API" }),
  KEEPSAKE_OPS_HOST: Type.String({
    default: "127.0.0.1",
    description: "Address for /metrics and health, not for the internet",
  }),
  KEEPSAKE_OPS_PORT: Type.Integer({
    default: 9464,
    minimum: 0,
    maximum: 65_535,
    description: "Port for /metrics and health",
  }),
  KEEPSAKE_SMTP_URL: Type.Optional(
    Type.String({ pattern: "^smtps?://", description: "Mail server; without it nothing is mailed" }),
  ),
  KEEPSAKE_MAIL_FROM: Type.String({
    default: "Keepsake <keepsake@localhost>",
    maxLength: 300,
    description: "Sender of mails",
  }),
  KEEPSAKE_DKIM_DOMAIN: Type.Optional(
    Type.String({ pattern: "^[A-Za-z0-9.-]{3,253}$", description: "Domain that signs mails sent by SMTP" }),
  ),
  KEEPSAKE_DKIM_SELECTOR: Type.Optional(
    Type.String({ pattern: "^[A-Za-z0-9._-]{1,63}$", description: "Selector of the key in the domain's records" }),
  ),
  KEEPSAKE_DKIM_KEY: Type.Optional(
    Type.String({ maxLength: 10_000, description: "RSA private key that signs mails, as PEM" }),
  ),
  KEEPSAKE_MAIL_HTTP_URL: Type.Optional(
    Type.String({ pattern: "^https?://", description: "Mail provider that takes JSON over HTTP, instead of SMTP" }),
  ),
  KEEPSAKE_MAIL_HTTP_SECRET: Type.Optional(
    Type.String({ maxLength: 1_000, description: "Bearer secret of that provider" }),
  ),
  KEEPSAKE_SES_REGION: Type.Optional(
    Type.String({ pattern: "^[a-z0-9-]{3,32}$", description: "Region of Amazon SES, instead of SMTP" }),
  ),
  KEEPSAKE_SES_ACCESS_KEY: Type.Optional(Type.String({ maxLength: 200, description: "Access key id for SES" })),
  KEEPSAKE_SES_SECRET_KEY: Type.Optional(Type.String({ maxLength: 200, description: "Secret access key for SES" })),
  KEEPSAKE_SES_URL: Type.Optional(
    Type.String({
      pattern: "^https?://[^/\\s?#]{1,255}$",
      description: "Endpoint of SES, where it is not Amazon's own",
    }),
  ),
  KEEPSAKE_MAIL_CATCHER: Type.String({
    default: "off",
    pattern: "^(on|off)$",
    description: "The mail server keeps what it gets: senders need no verification",
  }),
  KEEPSAKE_TWILIO_ACCOUNT: Type.Optional(
    Type.String({ pattern: "^\\w{2,64}$", description: "Account of Twilio or of a service that speaks its form" }),
  ),
  KEEPSAKE_TWILIO_SECRET: Type.Optional(Type.String({ maxLength: 200, description: "Auth token of that account" })),
  KEEPSAKE_TWILIO_URL: Type.String({
    default: "https://api.twilio.com",
    pattern: "^https?://[^/\\s?#]{1,255}$",
    description: "Endpoint that speaks Twilio's form",
  }),
  KEEPSAKE_SMS_HTTP_URL: Type.Optional(
    Type.String({ pattern: "^https?://", description: "SMS provider that takes JSON over HTTP, instead of Twilio" }),
  ),
  KEEPSAKE_SMS_HTTP_SECRET: Type.Optional(
    Type.String({ maxLength: 1_000, description: "Bearer secret of that provider" }),
  ),
  KEEPSAKE_SMS_FROM: Type.Optional(
    Type.String({ pattern: "^[+A-Za-z0-9 ]{1,34}$", description: "Number or name that text messages come from" }),
  ),
  KEEPSAKE_PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: "^https?://[^/\\s?#]{1,255}$",
      description: "Where people reach the API, for the links in mails; without it the port of this machine",
    }),
  ),
  KEEPSAKE_TRUST_PROXY: Type.Optional(
    Type.String({ maxLength: 500, description: "Addresses of the proxies in front, comma-separated" }),
  ),
  KEEPSAKE_PROCESSES: Type.Integer({
    default: availableParallelism(),
    minimum: 1,
    maximum: 10_000,
    description: "API processes that share one limit; each keeps its part of it while Redis is away",
  }),
  KEEPSAKE_SHARDS: Type.String({
    default: "0-15",
    pattern: "^\\d{1,4}-\\d{1,4}$",
    description: "Shards of this cell; new stores are spread over them",
  }),
  KEEPSAKE_POLL_MS: Type.Integer({
    default: 1_000,
    minimum: 50,
    maximum: 60_000,
    description: "How often the worker looks when no bell rings",
  }),
  KEEPSAKE_DRAIN_MS: Type.Integer({
    default: 2_000,
    minimum: 0,
    maximum: 60_000,
    description: "From not ready to closed, for the load balancer to notice",
  }),
  KEEPSAKE_LOG_LEVEL: Type.String({
    default: "info",
    pattern: "^(trace|debug|info|warn|error|fatal|silent)$",
    description: "What is written to the log",
  }),
});
type Environment = Static<typeof Environment>;

export type Config = ReturnType<typeof readConfig>;

const SECRET = new Set([
  "DATABASE_URL",
  "NATS_URL",
  "REDIS_URL",
  "KEEPSAKE_SMTP_URL",
  "KEEPSAKE_SECRET",
  "KEEPSAKE_DKIM_KEY",
  "KEEPSAKE_MAIL_HTTP_URL",
  "KEEPSAKE_MAIL_HTTP_SECRET",
  "KEEPSAKE_SES_SECRET_KEY",
  "KEEPSAKE_TWILIO_SECRET",
  "KEEPSAKE_SMS_HTTP_URL",
  "KEEPSAKE_SMS_HTTP_SECRET",
]);

/** Reads and checks the environment. `NAME_FILE` names a file that holds NAME, as container secrets come. */
export function readConfig(source: NodeJS.ProcessEnv = process.env) {
  const { values, unknown } = gather(source);
  const env = check(values);
  const [first, last] = env.KEEPSAKE_SHARDS.split("-").map(Number) as [number, number];
  if (first > last || last > 4095)
    throw new Error("KEEPSAKE_SHARDS: the range must lie within 0-4095 and not run backwards.");
  return {
    databaseUrl: env.DATABASE_URL,
    natsUrl: env.NATS_URL,
    redisUrl: env.REDIS_URL,
    secret: env.KEEPSAKE_SECRET,
    host: env.KEEPSAKE_HOST,
    port: env.KEEPSAKE_PORT,
    opsHost: env.KEEPSAKE_OPS_HOST,
    opsPort: env.KEEPSAKE_OPS_PORT,
    publicUrl: env.KEEPSAKE_PUBLIC_URL ?? `http://localhost:${env.KEEPSAKE_PORT}`,
    trustProxy: env.KEEPSAKE_TRUST_PROXY ?? (false as const),
    mail: mailOf(env),
    sms: smsOf(env),
    processes: env.KEEPSAKE_PROCESSES,
    shards: { first, last },
    pollMs: env.KEEPSAKE_POLL_MS,
    drainMs: env.KEEPSAKE_DRAIN_MS,
    logLevel: env.KEEPSAKE_LOG_LEVEL,
    warnings: unknown.map(
      (name) =>
        `${name} is not a setting of Keepsake; it has no effect. \`keepsake config print\` lists those that exist.`,
    ),
    /** As the operator would write it; passwords and secrets only on request. */
    print: ({ redacted }: { redacted: boolean }) =>
      Object.fromEntries(
        Object.entries(env).map(([name, value]) => [
          name,
          redacted && SECRET.has(name) ? redact(name, String(value)) : value,
        ]),
      ),
  };
}

/** The one way that mail leaves; nothing where none is set. */
function mailOf(env: Environment): MailSettings | undefined {
  const ways = ["KEEPSAKE_SMTP_URL", "KEEPSAKE_MAIL_HTTP_URL", "KEEPSAKE_SES_REGION"] as const;
  const set = ways.filter((name) => env[name] !== undefined);
  if (set.length > 1) throw new Error(`${set.join(" and ")} are both set. Keep one: mail leaves one way.`);
  const common = { from: env.KEEPSAKE_MAIL_FROM, isCatcher: env.KEEPSAKE_MAIL_CATCHER === "on" };
  const dkim = dkimOf(env);
  if (env.KEEPSAKE_SMTP_URL) return { ...common, smtp: { url: env.KEEPSAKE_SMTP_URL, dkim } };
  if (dkim) throw new Error("KEEPSAKE_DKIM_DOMAIN: only mails sent by KEEPSAKE_SMTP_URL are signed here.");
  if (env.KEEPSAKE_MAIL_HTTP_URL)
    return { ...common, http: { url: env.KEEPSAKE_MAIL_HTTP_URL, secret: env.KEEPSAKE_MAIL_HTTP_SECRET } };
  if (!env.KEEPSAKE_SES_REGION) return undefined;
  const [region, accessKey, secretKey] = together(env, SES_NAMES);
  return { ...common, ses: { region, accessKey, secretKey, url: env.KEEPSAKE_SES_URL } };
}
const SES_NAMES = ["KEEPSAKE_SES_REGION", "KEEPSAKE_SES_ACCESS_KEY", "KEEPSAKE_SES_SECRET_KEY"] as const;
const DKIM_NAMES = ["KEEPSAKE_DKIM_DOMAIN", "KEEPSAKE_DKIM_SELECTOR", "KEEPSAKE_DKIM_KEY"] as const;
const TWILIO_NAMES = ["KEEPSAKE_TWILIO_ACCOUNT", "KEEPSAKE_TWILIO_SECRET", "KEEPSAKE_SMS_FROM"] as const;

function dkimOf(env: Environment): Dkim | undefined {
  if (DKIM_NAMES.every((name) => env[name] === undefined)) return undefined;
  const [domain, selector, pem] = together(env, DKIM_NAMES);
  const key = pem.replaceAll("\\n", "\n"); // one line, as some places keep secrets
  try {
    if (createPrivateKey(key).asymmetricKeyType !== "rsa") throw new Error("not RSA");
  } catch (cause) {
    throw new Error("KEEPSAKE_DKIM_KEY is not an RSA private key in PEM.", { cause });
  }
  return { domain, selector, key };
}

function smsOf(env: Environment): SmsSettings | undefined {
  if (env.KEEPSAKE_SMS_HTTP_URL && env.KEEPSAKE_TWILIO_ACCOUNT)
    throw new Error("KEEPSAKE_SMS_HTTP_URL and KEEPSAKE_TWILIO_ACCOUNT are both set. Keep one.");
  if (env.KEEPSAKE_SMS_HTTP_URL) {
    const { KEEPSAKE_SMS_HTTP_URL: url, KEEPSAKE_SMS_HTTP_SECRET: secret, KEEPSAKE_SMS_FROM: from } = env;
    return { http: { url, secret, from } };
  }
  if (!env.KEEPSAKE_TWILIO_ACCOUNT) return undefined;
  const [account, secret, from] = together(env, TWILIO_NAMES);
  return { twilio: { account, secret, from, url: env.KEEPSAKE_TWILIO_URL } };
}

/** Settings that are of use only together. */
function together<const Names extends readonly (keyof Environment)[]>(
  env: Environment,
  names: Names,
): { [Index in keyof Names]: string } {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must be set too: ${names.join(", ")} go together.`);
  return names.map((name) => String(env[name])) as { [Index in keyof Names]: string };
}

/** Name, default and meaning of each setting, for the documentation. */
export const describeSettings = () =>
  Object.entries(Environment.properties).map(([name, schema]) => {
    const { description, default: fallback } = schema as { description?: string; default?: unknown };
    return { name, description: description ?? "", fallback, required: Environment.required.includes(name as never) };
  });

function gather(source: NodeJS.ProcessEnv) {
  const values: Record<string, string> = {};
  const unknown: string[] = [];
  const known = new Set(Object.keys(Environment.properties));
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || value === "") continue;
    const target = name.endsWith("_FILE") ? name.slice(0, -"_FILE".length) : name;
    if (known.has(name)) values[name] = value;
    else if (known.has(target) && source[target]) throw new Error(`${name} and ${target} are both set. Keep one.`);
    else if (known.has(target)) values[target] = readSecretFile(name, value);
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
    const problems = (error as { errors?: { instancePath: string; message?: string }[] }).errors ?? [];
    const lines = problems.map(({ instancePath, message }) =>
      `  ${instancePath.slice(1)} ${message}`.replace(/^ {3}/, "  "),
    );
    throw new Error(`The settings are not complete:\n${lines.join("\n")}\ndocs/operating.md explains each of them.`, {
      cause: error,
    });
  }
}

function redact(name: string, value: string) {
  if (!name.endsWith("_URL") || !URL.canParse(value)) return "[redacted]";
  const url = new URL(value);
  if (url.password) url.password = "redacted";
  else if (name === "NATS_URL" && url.username) url.username = "redacted"; // alone, it is NATS's token
  for (const key of new Set(url.searchParams.keys())) if (/pass/i.test(key)) url.searchParams.set(key, "redacted");
  return url.toString();
}
