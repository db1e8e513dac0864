import { isIP } from "node:net";
import type { Dns, DnsAnswer } from "../../../../platform/network/dns.ts";
import { isPublicAddress } from "../../../../platform/network/public-address.ts";
import { type DkimKey, recordNameOf, recordValueOf } from "../dkim-key.ts";
import type { CheckedRecord, RecordState } from "./record.ts";
import { isCovered, readSpf, type Spf, withMechanism } from "./spf.ts";

/** What the mails of a domain are sent with. */
export type MailRoute = {
  /** The domain that recipients see. */
  readonly domain: string;
  /** The domain that bounces go to. */
  readonly returnDomain: string;
  /** The domain that the provider wants to be included in SPF. */
  readonly spfInclude?: string | undefined;
  /** The mail server, for a provider that names no domain to include. */
  readonly host?: string | undefined;
  /** Whether bounces go to a domain of the provider's own, with its own records: nothing can be said about `returnDomain`. */
  readonly hasOwnBounces?: boolean | undefined;
  /** The mail server that takes bounces, where the provider has one. */
  readonly bounceHost?: string | undefined;
  /** Our keys for the domain, the newest first. Without keys the provider signs. */
  readonly keys: readonly Pick<DkimKey, "domain" | "selector" | "publicKey">[];
  /** Whether mails are signed with our keys. */
  readonly signsOurselves: boolean;
  readonly providerSelector?: string | undefined;
  /** Whether the provider is the installation's, so that the merchant has to ask the operator. */
  readonly isOfInstallation?: boolean | undefined;
};

/** Checks the DNS records that make mails arrive. Each row has what to copy into DNS, what is there, and what to do. */
export async function checkMailDns(dns: Dns, route: MailRoute): Promise<CheckedRecord[]> {
  const [spf, dkim, bounces] = await Promise.all([
    checkSpf(dns, route),
    checkDkim(dns, route),
    checkBounces(dns, route),
  ]);
  const isAuthenticated = (spf.state === "ok" && !isSpfOfProvider(route)) || dkim.some(({ state }) => state === "ok");
  return [spf, ...dkim, await checkDmarc(dns, route, isAuthenticated), bounces];
}

/** What to do about what the provider decides: its owner is the merchant, or the operator. */
const ASK = {
  merchant: {
    host: "Ask your provider what it wants in the SPF record, and enter the domain that it names as spfInclude. If the server sends by itself, use this record.",
    selector: "Turn DKIM on at your provider, add the records that it shows, and enter their selector as dkimSelector.",
    noBounces: "Add an MX record, or enter an address at a domain that has one as returnPath.",
    bouncesRefused: "Enter an address at a domain that accepts mail as returnPath.",
  },
  operator: {
    host: "Ask the operator of this service what the SPF record must contain. If the server sends by itself, use this record.",
    selector: "Ask the operator of this service which DKIM records your domain needs, and add them.",
    noBounces: "Add an MX record, or send from an address at a domain that has one.",
    bouncesRefused: "Send from an address at a domain that accepts mail.",
  },
} as const;
const askOf = ({ isOfInstallation }: MailRoute) => (isOfInstallation ? ASK.operator : ASK.merchant);

const say = (state: RecordState, problem: string, fix: string) => ({ state, problem, fix });
const FINE = { state: "ok", problem: null, fix: null } as const;
const notAnswered = (code: string) =>
  say(
    "unknown",
    `DNS did not answer (${code}).`,
    "Check again in a few minutes. If it stays so, the domain's name servers have a problem.",
  );

// SPF

/** Receivers look for the SPF record at the domain that bounces go to. */
const isSpfOfProvider = ({ hasOwnBounces, spfInclude }: MailRoute) => hasOwnBounces === true && !spfInclude;

async function checkSpf(dns: Dns, route: MailRoute): Promise<CheckedRecord> {
  const { returnDomain: domain, spfInclude, host } = route;
  if (isSpfOfProvider(route))
    return {
      purpose: "spf",
      type: "TXT",
      name: domain,
      value: "nothing: your provider's domain for bounces has it",
      ...FINE,
    };
  const mechanism = spfInclude ? `include:${spfInclude}` : host ? mechanismOf(host) : "";
  const spf = await readSpf(dns, domain);
  const verdict = await judgeSpf(dns, route, spf);
  const [own] = spf.records;
  const value = own !== undefined && verdict.state === "ok" ? own : withMechanism(spf.records, mechanism);
  return { purpose: "spf", type: "TXT", name: domain, value, ...verdict };
}

/** How SPF names a mail server. One on this machine or in a private network sends from another address, which only its owner
 *  knows. */
function mechanismOf(host: string) {
  if (isIP(host) === 0 && host.includes(".")) return `a:${host}`;
  return isPublicAddress(host) ? `ip${isIP(host)}:${host}` : "ip4:(the public address of your mail server)";
}

async function judgeSpf(dns: Dns, route: MailRoute, spf: Spf) {
  const { domain, returnDomain, spfInclude, host } = route;
  if (spf.records.length > 1)
    return say(
      "wrong",
      `${returnDomain} has ${spf.records.length} SPF records, and receivers then ignore all of them.`,
      "Delete them all, and add this one instead. It unites them.",
    );
  if (spf.records.length === 0 && spf.isUnknown) return notAnswered("no answer");
  if (spf.records.length === 0)
    return say("missing", `${returnDomain} has no SPF record.`, `Add this TXT record to ${returnDomain}.`);
  if (spf.problem)
    return say(
      "wrong",
      sentence(spf.problem),
      "Remove what is no longer used from the SPF record, or replace includes by the addresses they stand for.",
    );
  if (spf.isUnknown) return notAnswered("no answer");
  if (spf.allowsAll)
    return say(
      "wrong",
      "The SPF record allows everybody to send for the domain.",
      "End the record with ~all instead of +all.",
    );
  if (!isRelated(domain, returnDomain))
    return say(
      "wrong",
      `Bounces go to ${returnDomain}, which is not ${domain}: SPF does not count for DMARC then.`,
      `Choose a return path at ${domain}, or make sure that DKIM is right.`,
    );
  if (spfInclude)
    return spf.includes.has(spfInclude.toLowerCase())
      ? FINE
      : say("wrong", `The SPF record does not include ${spfInclude}.`, "Replace the record by this one.");
  return host ? judgeHost(dns, host, spf, askOf(route).host) : FINE;
}

/** For a provider that names no domain to include. */
async function judgeHost(dns: Dns, host: string, spf: Spf, fix: string) {
  const found = await dns.addresses(host);
  const addresses = found.state === "found" ? found.values : [host];
  if (addresses.some((address) => isCovered(address, spf.networks))) return FINE;
  return say(
    "unknown",
    `The SPF record does not name ${host}, and Keepsake cannot know which servers it sends from.`,
    fix,
  );
}

// DKIM

async function checkDkim(dns: Dns, route: MailRoute): Promise<CheckedRecord[]> {
  const { domain, keys, signsOurselves, providerSelector } = route;
  if (signsOurselves && keys.length > 0) return Promise.all(keys.map((key) => checkOwnKey(dns, key)));
  if (!providerSelector)
    return [
      {
        purpose: "dkim",
        type: "TXT",
        name: `…._domainkey.${domain}`,
        value: "as your provider shows it",
        ...say(
          "unknown",
          "The provider signs the mails, and Keepsake does not know with which selector.",
          askOf(route).selector,
        ),
      },
    ];
  const name = `${providerSelector}._domainkey.${domain}`;
  const row = { purpose: "dkim", type: "TXT", name, value: "as your provider shows it" } as const;
  const answer = await dns.txt(name);
  return [{ ...row, ...judgeKeys(answer, name, undefined) }];
}

async function checkOwnKey(dns: Dns, key: Pick<DkimKey, "domain" | "selector" | "publicKey">): Promise<CheckedRecord> {
  const name = recordNameOf(key);
  const answer = await dns.txt(name);
  const row = { purpose: "dkim", type: "TXT", name, value: recordValueOf(key) } as const;
  return { ...row, ...judgeKeys(answer, name, key.publicKey) };
}

/** `expected`: the public key; undefined if only the provider knows it. */
function judgeKeys(answer: DnsAnswer<string>, name: string, expected: string | undefined) {
  if (answer.state === "failed") return notAnswered(answer.code);
  const records = answer.state === "found" ? answer.values.map(tagsOf).filter((tags) => tags.has("p")) : [];
  const [record] = records;
  if (!record)
    return say(
      "missing",
      `${name} has no DKIM record.`,
      "Add this TXT record. Some DNS panels want it in parts of at most 255 characters.",
    );
  if (records.length > 1)
    return say("wrong", `${name} has ${records.length} DKIM records.`, "Delete all but this one.");
  const found = record.get("p") ?? "";
  if (found === "")
    return say("wrong", "The DKIM record has no key: it was withdrawn.", "Replace the record by this one.");
  if (expected !== undefined && found !== expected)
    return say(
      "wrong",
      "The DKIM record has another key than Keepsake signs with.",
      "Copy the value again, as a whole. It is easily cut off.",
    );
  return FINE;
}

/** `v=DKIM1; k=rsa; p=…`: spaces within a value do not count. */
const tagsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(";").flatMap((tag) => {
      const at = tag.indexOf("=");
      return at < 0 ? [] : [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replaceAll(/\s/g, "")]];
    }),
  );

// DMARC

const DMARC_POLICIES = ["none", "quarantine", "reject"];

async function checkDmarc(dns: Dns, { domain }: MailRoute, isAuthenticated: boolean): Promise<CheckedRecord> {
  const value = "v=DMARC1; p=none";
  const row = { purpose: "dmarc", type: "TXT", name: `_dmarc.${domain}`, value } as const;
  for (const name of withParents(domain)) {
    const answer = await dns.txt(`_dmarc.${name}`);
    if (answer.state === "failed") return { ...row, ...notAnswered(answer.code) };
    const records = answer.state === "found" ? answer.values.filter((text) => /^v=DMARC1\b/i.test(text)) : [];
    const [record] = records;
    if (record === undefined) continue;
    const at = { ...row, name: `_dmarc.${name}`, value: record };
    if (records.length > 1)
      return {
        ...at,
        ...say(
          "wrong",
          `There are ${records.length} DMARC records, and receivers then ignore all of them.`,
          "Delete all but one.",
        ),
      };
    const tags = tagsOf(record);
    const policy = ((name === domain ? undefined : tags.get("sp")) ?? tags.get("p") ?? "").toLowerCase();
    if (!DMARC_POLICIES.includes(policy))
      return {
        ...at,
        value,
        ...say("wrong", "The DMARC record has no policy that receivers know.", "Replace the record by this one."),
      };
    if (policy !== "none" && !isAuthenticated)
      return {
        ...at,
        ...say(
          "wrong",
          `The DMARC policy is ${policy}, and neither SPF nor DKIM is right: receivers do not deliver these mails.`,
          "Repair DKIM or SPF first. The DMARC record can stay as it is.",
        ),
      };
    return { ...at, ...FINE };
  }
  return {
    ...row,
    ...say("missing", `${domain} has no DMARC record, which large mail providers require.`, "Add this TXT record."),
  };
}

/** The domain and those above it, of at least two labels. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, Math.max(labels.length - 1, 1)).map((_, index) => labels.slice(index).join("."));
}

// Return path

async function checkBounces(dns: Dns, route: MailRoute): Promise<CheckedRecord> {
  const { returnDomain, bounceHost, hasOwnBounces } = route;
  if (hasOwnBounces)
    return {
      purpose: "return-path",
      type: "MX",
      name: returnDomain,
      value: "nothing: your provider takes bounces",
      ...FINE,
    };
  const value = bounceHost ?? `a mail server that takes mail for ${returnDomain}`;
  const row = { purpose: "return-path", type: "MX", name: returnDomain, value } as const;
  const servers = await dns.mx(returnDomain);
  if (servers.state === "failed") return { ...row, ...notAnswered(servers.code) };
  if (servers.state === "none") {
    const address = await dns.addresses(returnDomain);
    if (address.state === "found" && bounceHost === undefined) return { ...row, ...FINE };
    return {
      ...row,
      ...say("missing", `${returnDomain} accepts no mail, so bounces are lost.`, askOf(route).noBounces),
    };
  }
  if (servers.values.every((server) => server === ""))
    return {
      ...row,
      ...say(
        "wrong",
        `${returnDomain} says that it accepts no mail, so bounces are lost.`,
        askOf(route).bouncesRefused,
      ),
    };
  if (bounceHost !== undefined && !servers.values.some((server) => server.toLowerCase() === bounceHost))
    return {
      ...row,
      ...say("wrong", `Bounces to ${returnDomain} do not reach ${bounceHost}.`, "Replace its MX record by this one."),
    };
  return { ...row, ...FINE };
}

/** Whether DMARC lets one domain stand for the other. Without a list of public suffixes, the last two labels must agree. */
function isRelated(one: string, other: string): boolean {
  const end = (domain: string) => domain.split(".").slice(-2).join(".");
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`) || end(one) === end(other);
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
