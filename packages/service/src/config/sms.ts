import { type Static, Type } from "typebox";
import type { SmsSettings } from "../platform/messaging/sms/create-sms-sender.ts";
import { requireTogether } from "./require-together.ts";
import { SECRET } from "./secret.ts";

export const SmsEnvironment = Type.Object({
  KEEPSAKE_TWILIO_ACCOUNT: Type.Optional(
    Type.String({
      pattern: "^\\w{2,64}$",
      examples: ["AC0123456789abcdef0123456789abcdef"],
      description: "Account of Twilio, or of a service with the same API",
    }),
  ),
  KEEPSAKE_TWILIO_SECRET: Type.Optional(
    Type.String({ maxLength: 200, description: "Auth token of that account", ...SECRET }),
  ),
  KEEPSAKE_TWILIO_URL: Type.String({
    default: "https://api.twilio.com",
    pattern: "^https?://[^/\\s?#]{1,255}$",
    examples: ["https://api.twilio.com"],
    description: "Endpoint of Twilio, or of a service with the same API",
  }),
  KEEPSAKE_SMS_HTTP_URL: Type.Optional(
    Type.String({
      pattern: "^https?://",
      examples: ["https://sms.example/send"],
      description: "SMS provider that accepts JSON over HTTP, instead of Twilio",
      ...SECRET,
    }),
  ),
  KEEPSAKE_SMS_HTTP_SECRET: Type.Optional(
    Type.String({ maxLength: 1_000, description: "Bearer token for that provider", ...SECRET }),
  ),
  KEEPSAKE_SMS_IN_FLIGHT: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 1_000,
    description: "Text messages that a worker hands to the provider at the same time",
  }),
  KEEPSAKE_SMS_PER_SECOND: Type.Optional(
    Type.Number({ minimum: 0.1, maximum: 100_000, description: "Most text messages that a worker sends in a second" }),
  ),
  KEEPSAKE_SMS_FROM: Type.Optional(
    Type.String({
      pattern: "^[+A-Za-z0-9 ]{1,34}$",
      examples: ["+4930123456", "My Shop"],
      description: "Number or name that text messages come from",
    }),
  ),
});
type SmsEnvironment = Static<typeof SmsEnvironment>;

/** Returns undefined when no SMS provider is set. */
export function readSms(env: SmsEnvironment): SmsSettings | undefined {
  if (env.KEEPSAKE_SMS_HTTP_URL && env.KEEPSAKE_TWILIO_ACCOUNT)
    throw new Error("KEEPSAKE_SMS_HTTP_URL and KEEPSAKE_TWILIO_ACCOUNT are both set. Keep one.");
  const common = { inFlight: env.KEEPSAKE_SMS_IN_FLIGHT, perSecondMax: env.KEEPSAKE_SMS_PER_SECOND };
  if (env.KEEPSAKE_SMS_HTTP_URL) {
    const { KEEPSAKE_SMS_HTTP_URL: url, KEEPSAKE_SMS_HTTP_SECRET: secret, KEEPSAKE_SMS_FROM: from } = env;
    return { ...common, http: { url, secret, from } };
  }
  if (!env.KEEPSAKE_TWILIO_ACCOUNT) return undefined;
  const [account, secret, from] = requireTogether(env, [
    "KEEPSAKE_TWILIO_ACCOUNT",
    "KEEPSAKE_TWILIO_SECRET",
    "KEEPSAKE_SMS_FROM",
  ]);
  return { ...common, twilio: { account, secret, from, url: env.KEEPSAKE_TWILIO_URL } };
}
