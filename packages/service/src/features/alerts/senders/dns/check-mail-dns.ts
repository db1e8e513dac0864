import { isIP } from "node:net";
import type { Dns, DnsAnswer } from "../../../../platform/network/dns.ts";
import { isPublicAddress } from "../../../../platform/network/public-address.ts";
import { type DkimKey, recordNameOf, recordValueOf } from "../dkim-key.ts";
import { findWrong, RECORD_VALUES } from "./findings.ts";
import type { CheckedRecord } from "./record.ts";
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

/** What the provider decides, its owner must repair: the merchant, or the operator. */
const forOwner = <One extends string, Other extends string>(
  { isOfInstallation }: MailRoute,
  merchants: One,
  operators: Other,
): One | Other => (isOfInstallation ? operators : merchants);

const FINE = { state: "ok", problem: null, fix: null } as const;
const notAnswered = (answer: string) => findWrong("unknown", "not-answered", { answer });

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
      value: RECORD_VALUES.say("spf-of-provider", {}),
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
  return isPublicAddress(host)
    ? `ip${isIP(host)}:${host}`
    : RECORD_VALUES.say("own-address", { before: "ip4:", after: "" });
}

async function judgeSpf(dns: Dns, route: MailRoute, spf: Spf) {
  const { domain, returnDomain, spfInclude, host } = route;
  const count = spf.records.length;
  if (count > 1) return findWrong("wrong", "spf-several", { domain: returnDomain, count });
  if (count === 0 && spf.isUnknown) return notAnswered("no answer");
  if (count === 0) return findWrong("missing", "spf-missing", { domain: returnDomain });
  if (spf.problem) return spf.problem;
  if (spf.isUnknown) return notAnswered("no answer");
  if (spf.allowsAll) return findWrong("wrong", "spf-allows-all", {});
  if (!isRelated(domain, returnDomain)) return findWrong("wrong", "spf-other-domain", { returnDomain, domain });
  if (spfInclude)
    return spf.includes.has(spfInclude.toLowerCase())
      ? FINE
      : findWrong("wrong", "spf-lacks-provider", { included: spfInclude });
  return host ? judgeHost(dns, host, spf, route) : FINE;
}

/** For a provider that names no domain to include. */
async function judgeHost(dns: Dns, host: string, spf: Spf, route: MailRoute) {
  const found = await dns.addresses(host);
  const addresses = found.state === "found" ? found.values : [host];
  if (addresses.some((address) => isCovered(address, spf.networks))) return FINE;
  return findWrong("unknown", forOwner(route, "spf-host-unknown", "spf-host-unknown-to-merchant"), { host });
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
        value: RECORD_VALUES.say("as-provider-shows", {}),
        ...findWrong("unknown", forOwner(route, "dkim-selector-unknown", "dkim-selector-unknown-to-merchant"), {}),
      },
    ];
  const name = `${providerSelector}._domainkey.${domain}`;
  const row = { purpose: "dkim", type: "TXT", name, value: RECORD_VALUES.say("as-provider-shows", {}) } as const;
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
  if (!record) return findWrong("missing", "dkim-missing", { name });
  if (records.length > 1) return findWrong("wrong", "dkim-several", { name, count: records.length });
  const found = record.get("p") ?? "";
  if (found === "") return findWrong("wrong", "dkim-withdrawn", {});
  if (expected !== undefined && found !== expected) return findWrong("wrong", "dkim-other-key", {});
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
        ...findWrong("wrong", "dmarc-several", { count: records.length }),
      };
    const tags = tagsOf(record);
    const policy = ((name === domain ? undefined : tags.get("sp")) ?? tags.get("p") ?? "").toLowerCase();
    if (!DMARC_POLICIES.includes(policy))
      return {
        ...at,
        value,
        ...findWrong("wrong", "dmarc-no-policy", {}),
      };
    if (policy !== "none" && !isAuthenticated)
      return {
        ...at,
        ...findWrong("wrong", "dmarc-not-fulfilled", { policy }),
      };
    return { ...at, ...FINE };
  }
  return {
    ...row,
    ...findWrong("missing", "dmarc-missing", { domain }),
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
      value: RECORD_VALUES.say("bounces-of-provider", {}),
      ...FINE,
    };
  const value = bounceHost ?? RECORD_VALUES.say("any-mail-server", { domain: returnDomain });
  const row = { purpose: "return-path", type: "MX", name: returnDomain, value } as const;
  const servers = await dns.mx(returnDomain);
  if (servers.state === "failed") return { ...row, ...notAnswered(servers.code) };
  if (servers.state === "none") {
    const address = await dns.addresses(returnDomain);
    if (address.state === "found" && bounceHost === undefined) return { ...row, ...FINE };
    return {
      ...row,
      ...findWrong("missing", forOwner(route, "bounces-lost", "bounces-lost-of-operator"), { domain: returnDomain }),
    };
  }
  if (servers.values.every((server) => server === ""))
    return {
      ...row,
      ...findWrong("wrong", forOwner(route, "bounces-refused", "bounces-refused-of-operator"), {
        domain: returnDomain,
      }),
    };
  if (bounceHost !== undefined && !servers.values.some((server) => server.toLowerCase() === bounceHost))
    return {
      ...row,
      ...findWrong("wrong", "bounces-elsewhere", { domain: returnDomain, host: bounceHost }),
    };
  return { ...row, ...FINE };
}

/** Whether DMARC lets one domain stand for the other. Without a list of public suffixes, the last two labels must agree. */
function isRelated(one: string, other: string): boolean {
  const end = (domain: string) => domain.split(".").slice(-2).join(".");
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`) || end(one) === end(other);
}
