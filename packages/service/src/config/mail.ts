import { createPrivateKey } from "node:crypto";
import { type Static, Type } from "typebox";
import type { MailSettings } from "../platform/messaging/mail/create-mail-sender.ts";
import type { Dkim } from "../platform/messaging/mail/sign-dkim.ts";
import { requireTogether } from "./require-together.ts";
import { SECRET } from "./secret.ts";

export const MailEnvironment = Type.Object({
  KEEPSAKE_SMTP_URL: Type.Optional(
    Type.String({
      pattern: "^smtps?://",
      examples: ["smtp://user:password@mail.example:587"],
      description: "Mail server. Without a mail server or provider, Keepsake sends no mail",
      ...SECRET,
    }),
  ),
  KEEPSAKE_MAIL_FROM: Type.String({
    default: "Keepsake <keepsake@localhost>",
    maxLength: 300,
    description: "Sender of mails",
  }),
  KEEPSAKE_SPF_INCLUDE: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9._-]{3,253}$",
      examples: ["spf.keepsake.example"],
      description: "Domain whose SPF record allows the mail server. Stores with their own address include it in theirs",
    }),
  ),
  KEEPSAKE_DKIM_DOMAIN: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9.-]{3,253}$",
      examples: ["shop.example"],
      description: "Domain that signs mails sent by SMTP",
    }),
  ),
  KEEPSAKE_DKIM_SELECTOR: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9._-]{1,63}$",
      examples: ["keepsake"],
      description: "Selector of the key in the domain's DNS records",
    }),
  ),
  KEEPSAKE_DKIM_KEY: Type.Optional(
    Type.String({ maxLength: 10_000, description: "RSA private key that signs mails, as PEM", ...SECRET }),
  ),
  KEEPSAKE_MAIL_HTTP_URL: Type.Optional(
    Type.String({
      pattern: "^https?://",
      examples: ["https://mail.example/send"],
      description: "Mail provider that accepts JSON over HTTP, instead of SMTP",
      ...SECRET,
    }),
  ),
  KEEPSAKE_MAIL_HTTP_SECRET: Type.Optional(
    Type.String({ maxLength: 1_000, description: "Bearer token for that provider", ...SECRET }),
  ),
  KEEPSAKE_SES_REGION: Type.Optional(
    Type.String({
      pattern: "^[a-z0-9-]{3,32}$",
      examples: ["eu-central-1"],
      description: "Region of Amazon SES, instead of SMTP",
    }),
  ),
  KEEPSAKE_SES_ACCESS_KEY: Type.Optional(Type.String({ maxLength: 200, description: "Access key id for SES" })),
  KEEPSAKE_SES_SECRET_KEY: Type.Optional(
    Type.String({ maxLength: 200, description: "Secret access key for SES", ...SECRET }),
  ),
  KEEPSAKE_SES_URL: Type.Optional(
    Type.String({
      pattern: "^https?://[^/\\s?#]{1,255}$",
      examples: ["https://ses.example"],
      description: "Endpoint of SES, if it is not Amazon's own",
    }),
  ),
  KEEPSAKE_MAIL_IN_FLIGHT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: "Mails that a worker hands to the provider at the same time. By default 10 with SMTP, otherwise 50",
    }),
  ),
  KEEPSAKE_MAIL_PER_SECOND: Type.Optional(
    Type.Number({ minimum: 0.1, maximum: 100_000, description: "Most mails that a worker sends in a second" }),
  ),
  KEEPSAKE_MAIL_CATCHER: Type.Enum(["on", "off"], {
    default: "off",
    description: "The mail server catches all mail and delivers none, so senders need no verification",
  }),
});
type MailEnvironment = Static<typeof MailEnvironment>;

/** Each takes a connection. Servers usually allow 10 to 50 from one address. */
const SMTP_IN_FLIGHT = 10;
const HTTP_IN_FLIGHT = 50;

const PROVIDERS = ["KEEPSAKE_SMTP_URL", "KEEPSAKE_MAIL_HTTP_URL", "KEEPSAKE_SES_REGION"] as const;

/** Returns undefined when no mail server or provider is set. */
export function readMail(env: MailEnvironment): MailSettings | undefined {
  const set = PROVIDERS.filter((name) => env[name] !== undefined);
  if (set.length > 1) throw new Error(`${set.join(" and ")} are both set. Keep one: all mail uses one provider.`);
  const common = {
    from: env.KEEPSAKE_MAIL_FROM,
    isCatcher: env.KEEPSAKE_MAIL_CATCHER === "on",
    inFlight: env.KEEPSAKE_MAIL_IN_FLIGHT ?? (env.KEEPSAKE_SMTP_URL ? SMTP_IN_FLIGHT : HTTP_IN_FLIGHT),
    perSecondMax: env.KEEPSAKE_MAIL_PER_SECOND,
    spfInclude: env.KEEPSAKE_SPF_INCLUDE,
  };
  const dkim = readDkim(env);
  if (env.KEEPSAKE_SMTP_URL) return { ...common, smtp: { url: env.KEEPSAKE_SMTP_URL, dkim } };
  if (dkim)
    throw new Error("KEEPSAKE_DKIM_DOMAIN is set, but Keepsake signs only mails that it sends by KEEPSAKE_SMTP_URL.");
  if (env.KEEPSAKE_MAIL_HTTP_URL)
    return { ...common, http: { url: env.KEEPSAKE_MAIL_HTTP_URL, secret: env.KEEPSAKE_MAIL_HTTP_SECRET } };
  if (!env.KEEPSAKE_SES_REGION) return undefined;
  const [region, accessKey, secretKey] = requireTogether(env, [
    "KEEPSAKE_SES_REGION",
    "KEEPSAKE_SES_ACCESS_KEY",
    "KEEPSAKE_SES_SECRET_KEY",
  ]);
  return { ...common, ses: { region, accessKey, secretKey, url: env.KEEPSAKE_SES_URL } };
}

const DKIM_NAMES = ["KEEPSAKE_DKIM_DOMAIN", "KEEPSAKE_DKIM_SELECTOR", "KEEPSAKE_DKIM_KEY"] as const;

function readDkim(env: MailEnvironment): Dkim | undefined {
  if (DKIM_NAMES.every((name) => env[name] === undefined)) return undefined;
  const [domain, selector, pem] = requireTogether(env, DKIM_NAMES);
  const key = pem.replaceAll("\\n", "\n"); // some secret stores keep a PEM on one line
  try {
    if (createPrivateKey(key).asymmetricKeyType !== "rsa") throw new Error("not RSA");
  } catch (cause) {
    throw new Error("KEEPSAKE_DKIM_KEY must be an RSA private key in PEM.", { cause });
  }
  return { domain, selector, key };
}
