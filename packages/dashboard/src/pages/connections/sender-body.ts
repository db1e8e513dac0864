import type { Body } from "../../api/call.ts";

export type SetSender = Body<"/storeadmin/v3/senders/set">;
export type Medium = SetSender["medium"];
export type Provider = NonNullable<SetSender["provider"]>;

/** The providers of a medium, and the fields of each. Those that are not `optional` must be filled in. */
export const PROVIDERS = {
  email: ["default", "smtp", "ses", "http"],
  sms: ["default", "twilio", "http"],
} as const satisfies Record<Medium, readonly Provider[]>;

export type FieldName =
  | "host"
  | "port"
  | "security"
  | "user"
  | "password"
  | "region"
  | "accessKey"
  | "secretKey"
  | "topic"
  | "url"
  | "secret"
  | "from"
  | "account";
type Field = { readonly name: FieldName; readonly isOptional?: boolean; readonly isSecret?: boolean };

const URL_FIELDS: readonly Field[] = [{ name: "url" }, { name: "secret", isSecret: true, isOptional: true }];
const FIELDS: Readonly<Record<Exclude<Provider, "default">, readonly Field[]>> = {
  smtp: [
    { name: "host" },
    { name: "security", isOptional: true },
    { name: "port", isOptional: true },
    { name: "user", isOptional: true },
    { name: "password", isSecret: true, isOptional: true },
  ],
  ses: [
    { name: "region" },
    { name: "accessKey" },
    { name: "secretKey", isSecret: true },
    { name: "topic", isOptional: true },
  ],
  http: URL_FIELDS,
  twilio: [{ name: "account" }, { name: "secret", isSecret: true }, { name: "from" }],
};

export function fieldsOf(medium: Medium, provider: Provider | "keep"): readonly Field[] {
  if (provider === "keep" || provider === "default") return [];
  return provider === "http" && medium === "sms" ? [...URL_FIELDS, { name: "from" }] : FIELDS[provider];
}

/** What the person typed. */
export type Typed = {
  readonly name: string;
  readonly address: string;
  readonly provider: Provider | "keep";
  readonly fields: Readonly<Partial<Record<FieldName, string>>>;
  readonly returnPath: string;
  readonly spfInclude: string;
  readonly dkimSelector: string;
};

const filled = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : [])));

/** The body of `senders/set`. `hide`: secrets are left out, for the curl of a button. */
export function toBody(medium: Medium, typed: Typed, { hide = false } = {}): SetSender {
  const { provider, fields } = typed;
  const settings = Object.fromEntries(
    fieldsOf(medium, provider).flatMap(({ name, isSecret }) => {
      const text = fields[name]?.trim() ?? "";
      if (text === "") return [];
      return [[name, hide && isSecret ? "SECRET" : name === "port" ? Number(text) : text]];
    }),
  );
  const { name, address, returnPath, spfInclude, dkimSelector } = typed;
  return {
    medium,
    ...(medium === "email" ? filled({ name, address, returnPath, spfInclude, dkimSelector }) : {}),
    ...(provider === "keep" ? {} : { provider }),
    ...(provider === "keep" || provider === "default" ? {} : { [provider]: settings }),
  };
}

export const isComplete = (medium: Medium, { provider, fields, name, address }: Typed) =>
  fieldsOf(medium, provider).every((field) => field.isOptional || fields[field.name]?.trim()) &&
  Boolean(name.trim()) === Boolean(address.trim());
