import type { MailSettings } from "../../../platform/messaging/mail/create-mail-sender.ts";
import { readSmtpUrl } from "../../../platform/messaging/mail/smtp-url.ts";
import { type DkimKey, domainOf } from "./dkim-key.ts";
import type { MailRoute } from "./dns/check-mail-dns.ts";
import type { OwnProvider } from "./provider.ts";

/** What well-known providers want to be included in SPF, by the end of their host names. */
const INCLUDES: readonly (readonly [string, string])[] = [
  ["amazonaws.com", "amazonses.com"],
  ["sendgrid.net", "sendgrid.net"],
  ["mailgun.org", "mailgun.org"],
  ["mailjet.com", "spf.mailjet.com"],
  ["postmarkapp.com", "spf.mtasv.net"],
  ["brevo.com", "spf.brevo.com"],
  ["gmail.com", "_spf.google.com"],
  ["office365.com", "spf.protection.outlook.com"],
];

const includeOf = (host: string) =>
  INCLUDES.find(([end]) => host === end || host.toLowerCase().endsWith(`.${end}`))?.[1];

/** What the DNS check must look for, for mails from this address. Without a provider of its own, the store uses the
 *  installation's. */
export function mailRouteOf(
  address: string,
  own: OwnProvider | undefined,
  keys: readonly DkimKey[],
  installation: MailSettings | undefined,
): MailRoute {
  const domain = domainOf(address);
  const common = { domain, returnDomain: domain, keys: shownKeys(keys) };
  if (!own) return { ...common, ...routeOfInstallation(installation) };
  const { access, options } = own;
  const hasOwnBounces = options.returnPath === undefined;
  const returnDomain = options.returnPath ? domainOf(options.returnPath) : domain;
  const providerSelector = options.dkimSelector;
  switch (access.provider) {
    case "smtp": {
      const spfInclude = options.spfInclude ?? includeOf(access.host);
      return { ...common, returnDomain, spfInclude, host: access.host, signsOurselves: true };
    }
    case "ses": {
      const bounceHost = options.returnPath ? `feedback-smtp.${access.region}.amazonses.com` : undefined;
      const spfInclude = options.spfInclude ?? (hasOwnBounces ? undefined : "amazonses.com");
      return {
        ...common,
        returnDomain,
        hasOwnBounces,
        spfInclude,
        bounceHost,
        providerSelector,
        signsOurselves: false,
      };
    }
    case "http":
    case "twilio": {
      const { spfInclude } = options;
      return { ...common, returnDomain, hasOwnBounces, spfInclude, providerSelector, signsOurselves: false };
    }
  }
}

function routeOfInstallation(installation: MailSettings | undefined) {
  const { smtp, spfInclude } = installation ?? {};
  const host = smtp && readSmtpUrl(smtp.url).host;
  return {
    spfInclude: spfInclude ?? (host && includeOf(host)),
    hasOwnBounces: smtp === undefined,
    host,
    signsOurselves: smtp !== undefined,
    isOfInstallation: true,
  };
}

/** The key that signs now, and the one that will once its record is seen. */
function shownKeys(keys: readonly DkimKey[]): DkimKey[] {
  const active = keys.findIndex(({ seenAt }) => seenAt);
  const pending = keys.slice(0, active < 0 ? 1 : Math.min(active, 1));
  const inUse = active < 0 ? undefined : keys[active];
  return [...pending, ...(inUse ? [inUse] : [])];
}
