import type { Seal, SealContext } from "../../../platform/crypto/seal.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";

/** How a store reaches its own provider. It holds passwords: it is stored sealed, and no call returns it. */
export type Access =
  | ({ readonly provider: "smtp" } & SmtpAccess)
  | {
      readonly provider: "ses";
      readonly region: string;
      readonly accessKey: string;
      readonly secretKey: string;
      readonly url?: string | undefined;
      /** The SNS topic that reports bounces and complaints. */
      readonly topic?: string | undefined;
    }
  | {
      readonly provider: "http";
      readonly url: string;
      readonly secret?: string | undefined;
      /** The number or name that text messages come from. */
      readonly from?: string | undefined;
    }
  | {
      readonly provider: "twilio";
      readonly account: string;
      readonly secret: string;
      readonly from: string;
      readonly url: string;
    };

export type SmtpAccess = {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the start. `starttls`: the connection changes to it, or is not used. `none`: only on this machine. */
  readonly security: "tls" | "starttls" | "none";
  readonly user?: string | undefined;
  readonly password?: string | undefined;
};

/** What the DNS check needs to know of the provider. */
export type MailOptions = {
  /** The address that bounces go to; without it, that of the sender. */
  readonly returnPath?: string | undefined;
  /** The domain that the provider wants to be included in SPF. */
  readonly spfInclude?: string | undefined;
  /** The selector that the provider signs with. */
  readonly dkimSelector?: string | undefined;
};

export type OwnProvider = { readonly access: Access; readonly options: MailOptions };
export type ProviderName = Access["provider"];

/** What people may see of the access. Of a URL only the server: many providers put a secret into its path. */
export function labelOf(access: Access): string {
  switch (access.provider) {
    case "smtp":
      return `${access.host}:${access.port}`;
    case "ses":
      return access.url ? new URL(access.url).host : `Amazon SES, ${access.region}`;
    case "http":
      return new URL(access.url).host;
    case "twilio":
      return `${twilioOrHost(access.url)}, ${access.from}`;
  }
}

/** Another server with the API of Twilio must not pass for it. */
function twilioOrHost(url: string): string {
  const { hostname, host } = new URL(url);
  return hostname.endsWith(".twilio.com") ? "Twilio" : host;
}

const contextOf = (storeId: StoreId, medium: Medium): SealContext => ({
  purpose: "sender",
  owner: `${storeId}:${medium}`,
});

export const sealProvider = (seal: Seal, storeId: StoreId, medium: Medium, provider: OwnProvider): Buffer =>
  seal.seal(Buffer.from(JSON.stringify(provider)), contextOf(storeId, medium));

/** Returns undefined when the value is of another store or medium, or was changed. */
export function openProvider(seal: Seal, storeId: StoreId, medium: Medium, sealed: Buffer): OwnProvider | undefined {
  const opened = seal.tryOpen(sealed, contextOf(storeId, medium));
  return opened && (JSON.parse(opened.toString()) as OwnProvider);
}
