import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import { maybeWhy, whyOut } from "../../../platform/http/why.ts";
import { nullable } from "../../../platform/http/wire.ts";
import { SECURE_PORT, SMTP_PORTS, SUBMISSION_PORT } from "../../../platform/messaging/mail/smtp-url.ts";
import type { SendLimits } from "../../../platform/messaging/send-counts.ts";
import { checkHost, checkUrl, isAllowedLoopback, RefusedByWall } from "../../../platform/network/wall.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { describeProblem } from "../../../platform/text/expectation-of.ts";
import { parseJson } from "../../../platform/text/json.ts";
import { MONEY_PARTS } from "../../stores/settings/settings.ts";
import { invalidSender, optionsOfInstallation } from "../errors.ts";
import { readSentence, TROUBLES } from "./describe-problem.ts";
import { type DkimKey, recordNameOf, recordValueOf } from "./dkim-key.ts";
import { DNS_FINDINGS, findWrong, RECORD_VALUES, whyOf } from "./dns/findings.ts";
import type { CheckedRecord } from "./dns/record.ts";
import type { ShownMailSender, ShownSender } from "./fetch-senders.ts";
import type { Access, MailOptions, OwnProvider } from "./provider.ts";
import type { TestResult } from "./send-test.ts";
import type { SenderChange } from "./set-sender.ts";

// ---- what comes in ----

const Medium = Type.Union([Type.Literal("email"), Type.Literal("sms")]);
/** Visible ASCII, so that it can be a header. */
const Secret = (description: string) =>
  Type.String({ pattern: "^[\\x21-\\x7e]{1,1000}$", examples: ["…"], description, writeOnly: true });
const Words = (description: string) =>
  Type.String({ pattern: "^[^\\x00-\\x1f\\x7f]{1,500}$", examples: ["…"], description });
const Domain = (description: string) =>
  Type.String({
    pattern: "^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?$",
    examples: ["spf.provider.example"],
    description,
  });
const Url = (description: string) =>
  Type.String({
    pattern: "^https?://[\\x21-\\x7e]{1,1000}$",
    examples: ["https://provider.example/send"],
    description,
  });
const From = Type.String({
  pattern: "^[+A-Za-z0-9 ]{1,34}$",
  examples: ["+4930123456"],
  description: "Number or name that text messages come from",
});

const SmtpIn = Type.Object(
  {
    host: Type.String({ pattern: "^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$", examples: ["mail.example"] }),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description: `By default ${SUBMISSION_PORT} with starttls and ${SECURE_PORT} with tls`,
      }),
    ),
    security: Type.Optional(
      Type.Union([Type.Literal("tls"), Type.Literal("starttls"), Type.Literal("none")], {
        description:
          "By default starttls, with port 465 tls. `none` only for a server on the same machine, where the operator allows that",
      }),
    ),
    user: Type.Optional(Words("User name")),
    password: Type.Optional(Words("Password; it is never shown again")),
  },
  { additionalProperties: false },
);
const SesIn = Type.Object(
  {
    region: Type.String({ pattern: "^[a-z0-9-]{3,32}$", examples: ["eu-central-1"] }),
    accessKey: Secret("Access key id"),
    secretKey: Secret("Secret access key; it is never shown again"),
    url: Type.Optional(Url("Another endpoint with the API of SES")),
    topic: Type.Optional(
      Type.String({
        pattern: "^arn:aws[\\w-]{0,20}:sns:[\\w-]{1,32}:\\d{12}:[\\w.-]{1,256}$",
        examples: ["arn:aws:sns:eu-west-1:123456789012:bounces"],
        description:
          "The SNS topic that reports bounces and complaints. With it, only reports that SNS signed for this topic are accepted",
      }),
    ),
  },
  { additionalProperties: false },
);
const HttpIn = Type.Object(
  {
    url: Url("Takes the message as JSON. It is never shown again, because it may contain a secret"),
    secret: Type.Optional(Secret("Bearer token; it is never shown again")),
    from: Type.Optional(From),
  },
  { additionalProperties: false },
);
const TwilioIn = Type.Object(
  {
    account: Type.String({ pattern: "^\\w{2,64}$", examples: ["AC0123456789abcdef0123456789abcdef"] }),
    secret: Secret("Auth token of the account; it also checks the signatures of replies. It is never shown again"),
    from: From,
    url: Type.Optional(Url("Another endpoint with the API of Twilio")),
  },
  { additionalProperties: false },
);

export const SetIn = Type.Object({
  medium: Medium,
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "The sender name that recipients of mails see" }),
  ),
  address: Type.Optional(
    Type.String({ minLength: 3, maxLength: 254, description: "A mailbox of the shop, which mails come from" }),
  ),
  provider: Type.Optional(
    Type.Union(
      ["default", "smtp", "ses", "http", "twilio"].map((name) => Type.Literal(name)),
      {
        description:
          "`default` is the installation's. Without it, the provider stays as it is, and returnPath, spfInclude and dkimSelector change only what is sent",
      },
    ),
  ),
  smtp: Type.Optional(SmtpIn),
  ses: Type.Optional(SesIn),
  http: Type.Optional(HttpIn),
  twilio: Type.Optional(TwilioIn),
  returnPath: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 254,
      description: "The address that bounces go to; without it, that of the sender",
    }),
  ),
  spfInclude: Type.Optional(Domain("The domain that the provider wants to be included in SPF")),
  dkimSelector: Type.Optional(Domain("The selector that the provider signs with")),
});
export const MediumIn = Type.Object({ medium: Medium });
export const VerifyIn = Type.Object({
  code: Type.String({ minLength: 8, maxLength: 20, description: "The eight digits of the mail" }),
});
export const TestIn = Type.Object({
  medium: Type.Optional(Medium),
  to: Type.String({ minLength: 3, maxLength: 254, description: "Your own address, or your phone number with sms" }),
});

type SetBody = Static<typeof SetIn>;
type Rules = { readonly allowLoopback: boolean };

/** Checks what the schema cannot: what belongs together. */
export function readSenderChange(body: SetBody, rules: Rules): SenderChange {
  const { medium, name, address, provider } = body;
  if (medium === "sms" && (name !== undefined || address !== undefined))
    throw invalidSender(REFUSALS.say("sender-text-has-address", {}));
  if ((name === undefined) !== (address === undefined))
    throw invalidSender(REFUSALS.say("sender-name-and-address", {}));
  const options = readOptions(body);
  const hasOptions = Object.keys(options).length > 0;
  if (medium === "sms" && hasOptions) throw invalidSender(REFUSALS.say("sender-text-has-options", {}));
  if (provider === "default" && hasOptions) throw optionsOfInstallation();
  return {
    medium,
    ...(name !== undefined && address !== undefined ? { address: { name, address } } : {}),
    ...(provider === undefined ? {} : { provider: provider === "default" ? "default" : readProvider(body, rules) }),
    ...(provider === undefined && hasOptions ? { options } : {}),
  };
}

const PROVIDERS = { email: ["smtp", "ses", "http"], sms: ["twilio", "http"] };

function readProvider(body: SetBody, rules: Rules): OwnProvider {
  const { medium, provider = "" } = body;
  if (!PROVIDERS[medium].includes(provider))
    throw invalidSender(
      REFUSALS.say(medium === "email" ? "sender-wrong-provider-of-mails" : "sender-wrong-provider-of-texts", {
        provider,
        allowed: PROVIDERS[medium].join(", "),
      }),
    );
  const access = readAccess(body, rules);
  if (!access) throw invalidSender(REFUSALS.say("sender-without-settings", { field: provider }));
  return { access, options: medium === "email" ? readOptions(body) : {} };
}

function readAccess({ medium, provider, smtp, ses, http, twilio }: SetBody, rules: Rules): Access | undefined {
  if (provider === "smtp" && smtp) return readSmtp(smtp, rules);
  if (provider === "ses" && ses) return { provider, ...ses, url: ses.url && readBase("ses.url", ses.url, rules) };
  if (provider === "http" && http) {
    if (medium === "email" && http.from !== undefined) throw invalidSender(REFUSALS.say("sender-from-of-mails", {}));
    return { provider, ...http, url: readUrl("http.url", http.url, rules) };
  }
  if (provider === "twilio" && twilio)
    return {
      provider,
      ...twilio,
      url: readBase("twilio.url", twilio.url ?? "https://api.twilio.com", rules),
    };
  return undefined;
}

function readSmtp(smtp: Static<typeof SmtpIn>, rules: Rules): Access {
  const { user, password } = smtp;
  const host = smtp.host.toLowerCase();
  const isLocal = isAllowedLoopback(host, rules);
  const security = smtp.security ?? (smtp.port === SECURE_PORT ? "tls" : "starttls");
  if (security === "none" && !isLocal) throw invalidSender(REFUSALS.say("sender-without-tls", {}));
  if ((user === undefined) !== (password === undefined))
    throw invalidSender(REFUSALS.say("sender-user-and-password", {}));
  if (!isLocal) checked("smtp.host", () => checkHost(host));
  const port = smtp.port ?? (security === "tls" ? SECURE_PORT : SUBMISSION_PORT);
  if (!isLocal && !SMTP_PORTS.has(port))
    throw invalidSender(REFUSALS.say("sender-port", { allowed: [...SMTP_PORTS].join(", ") }));
  return {
    provider: "smtp",
    host,
    port,
    security,
    ...(user === undefined ? {} : { user, password }),
  };
}

/** A URL that a path is added to. */
const readBase = (field: string, text: string, rules: Rules) => readUrl(field, text, rules).replace(/\/$/, "");
const readUrl = (field: string, text: string, rules: Rules) => checked(field, () => checkUrl(text, rules).toString());

/** Names the field when the wall refuses its host. */
function checked<T>(field: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof RefusedByWall) throw invalidSender(`${field}: ${error.message}`);
    throw error;
  }
}

function readOptions({ returnPath, spfInclude, dkimSelector }: SetBody): MailOptions {
  return {
    ...(returnPath === undefined ? {} : { returnPath: toEmail(returnPath) }),
    ...(spfInclude === undefined ? {} : { spfInclude: spfInclude.toLowerCase() }),
    ...(dkimSelector === undefined ? {} : { dkimSelector }),
  };
}

const setIn = Compile(SetIn);

/** The same as JSON text, for the command line. */
export function parseSenderChange(text: string, rules: Rules): SenderChange {
  const body = parseJson(text);
  if (setIn.Check(body)) return readSenderChange(body, rules);
  const [problem] = setIn.Errors(body);
  throw invalidSender(`${problem ? describeProblem(SetIn, problem) : "This must be a JSON object"}.`);
}

// ---- what goes out: never a secret ----

const instant = nullable(Type.String({ format: "date-time" }));
const DnsWhy = whyOut("DnsWhy", DNS_FINDINGS);
const RecordValueWhy = whyOut("RecordValueWhy", RECORD_VALUES);
const TroubleWhy = whyOut("TroubleWhy", TROUBLES);
export const SENDER_WHYS = [DnsWhy, RecordValueWhy, TroubleWhy];
const RecordOut = Type.Object({
  purpose: Type.String({ description: "spf, dkim, dmarc or return-path" }),
  type: Type.String({ description: "TXT, MX or CNAME" }),
  name: Type.String(),
  value: Type.String({ description: "What to copy into DNS" }),
  state: Type.String({ description: "ok, missing, wrong or unknown" }),
  problem: nullable(Type.String()),
  fix: nullable(Type.String({ description: "What to do" })),
  why: maybeWhy(DnsWhy),
  valueWhy: maybeWhy(RecordValueWhy),
});
export const troubleWhy = maybeWhy(TroubleWhy);
const sender = {
  provider: nullable(Type.String({ description: "smtp, ses, http, twilio or default; null: nothing can send" })),
  label: nullable(Type.String({ description: "A name to show for the provider, such as its host; never a secret" })),
  health: Type.Object({
    lastSuccessAt: instant,
    lastFailureAt: instant,
    problem: nullable(Type.String({ description: "What is wrong now" })),
    fix: nullable(Type.String({ description: "What to do" })),
    why: troubleWhy,
  }),
  limits: Type.Object(
    {
      messagesPerDay: nullable(Type.Integer()),
      spendPerDay: nullable(Type.Number()),
      price: nullable(Type.Number({ description: "What one text message costs the store" })),
    },
    { description: "Settings `sending.…` of the store. A day begins at midnight UTC; messages over a limit wait" },
  ),
  today: Type.Object({ messages: Type.Integer(), spent: Type.Number() }),
};
export const SendersOut = Type.Object({
  version: Type.String({ description: "Also the ETag. Send it as `If-Match` with a change" }),
  email: Type.Object({
    ...sender,
    name: nullable(Type.String()),
    address: nullable(Type.String({ description: "null: the operator's address" })),
    verified: Type.Boolean({ description: "false: alerts wait until the code that was mailed there is entered" }),
    dns: Type.Object({ checkedAt: instant, records: Type.Array(RecordOut) }),
  }),
  sms: Type.Object(sender),
});
export const SetOut = Type.Object({ message: Type.String(), codeSent: Type.Boolean() });
export const RemovedOut = Type.Object({ message: Type.String(), changed: Type.Boolean() });
export const VerifiedOut = Type.Object({ message: Type.String(), address: Type.String(), verified: Type.Boolean() });
export const CheckedOut = Type.Object({ records: Type.Array(RecordOut) });
export const KeyOut = Type.Object({ message: Type.String(), record: RecordOut });
export const TestOut = Type.Object({
  sent: Type.Boolean({ description: "Whether the provider accepted the message" }),
  problem: nullable(Type.String()),
  fix: nullable(Type.String()),
  why: troubleWhy,
});
export const HooksOut = Type.Object({
  mail: Type.String({ description: "For bounces and complaints. It holds a secret" }),
  sms: Type.String({ description: "For replies to text messages. It holds a secret" }),
});

const money = (parts: number | undefined) => (parts === undefined ? null : parts / MONEY_PARTS);
const limitsRecord = ({ messagesMax, spentMax, price }: SendLimits) => ({
  messagesPerDay: messagesMax ?? null,
  spendPerDay: money(spentMax),
  price: money(price),
});
const timeOf = (at: Date | null) => at?.toISOString() ?? null;

/** The code of what is wrong with a provider. */
export const troubleWhyOf = (problem: string | null) => (problem === null ? null : readSentence(problem));

const recordOut = (record: CheckedRecord) => ({
  ...record,
  why: whyOf(record),
  valueWhy: RECORD_VALUES.read(record.value),
});

const senderRecord = ({ provider, label, health, limits, today }: ShownSender) => ({
  provider,
  label,
  health: {
    ...health,
    lastSuccessAt: timeOf(health.lastSuccessAt),
    lastFailureAt: timeOf(health.lastFailureAt),
    why: troubleWhyOf(health.problem),
  },
  limits: limitsRecord(limits),
  today: { messages: today.messages, spent: today.spent / MONEY_PARTS },
});

type ShownSenders = {
  readonly version: string;
  readonly email: ShownMailSender;
  readonly sms: ShownSender;
};

export const sendersRecord = ({ version, email, sms }: ShownSenders) => ({
  version,
  email: {
    ...senderRecord(email),
    name: email.address?.name ?? null,
    address: email.address?.address ?? null,
    verified: email.address?.isVerified ?? true,
    dns: { checkedAt: timeOf(email.checkedAt), records: email.records.map(recordOut) },
  },
  sms: senderRecord(sms),
});

export const checkedRecord = (records: readonly CheckedRecord[]) => ({ records: records.map(recordOut) });

export const testRecord = ({ isSent, trouble }: TestResult) => ({
  sent: isSent,
  problem: trouble?.problem ?? null,
  fix: trouble?.fix ?? null,
  why: troubleWhyOf(trouble?.problem ?? null),
});

export const newKeyRecord = (key: DkimKey) =>
  recordOut({
    purpose: "dkim",
    type: "TXT",
    name: recordNameOf(key),
    value: recordValueOf(key),
    ...findWrong("unknown", "not-checked", {}),
  });
