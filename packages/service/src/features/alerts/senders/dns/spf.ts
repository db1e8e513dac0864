import { BlockList, isIP } from "node:net";
import type { Dns } from "../../../../platform/network/dns.ts";
import { findWrong } from "./findings.ts";

/** How many questions to DNS RFC 7208 allows while a receiver checks SPF. With more, the check fails. */
const LOOKUPS_MAX = 10;

/** What the SPF records of a domain say, with those that they include. */
export type Spf = {
  /** The domain's own records. There must be one. */
  readonly records: readonly string[];
  /** The domains that are included, directly or by others. */
  readonly includes: ReadonlySet<string>;
  /** The networks that may send. */
  readonly networks: readonly string[];
  readonly lookups: number;
  /** Why a receiver could not use the record; undefined if it could. */
  readonly problem: ReturnType<typeof findWrong> | undefined;
  /** DNS did not answer, so that nobody knows. */
  readonly isUnknown: boolean;
  /** Whether everybody may send, which is as good as no record. */
  readonly allowsAll: boolean;
};

const isSpf = (text: string) => /^v=spf1(?:\s|$)/i.test(text);
const TERM =
  /^(?<sign>[+?~-])?(?<name>all|include|a|mx|ptr|ip4|ip6|exists)(?::(?<value>[^/]+|[^/]*:[^/]*))?(?<length>(?:\/\/?\d{1,3}){0,2})$/i;
const MODIFIER = /^(?<name>[a-z][\w.-]*)=(?<value>.*)$/i;

/** Reads the SPF records of a domain as a receiver does. */
export async function readSpf(dns: Dns, domain: string): Promise<Spf> {
  const includes = new Set<string>();
  const networks: string[] = [];
  let lookups = 0;
  let problem: Spf["problem"];
  let isUnknown = false;
  let allowsAll = false;

  /** Counts a question. Returns false when the limit is reached. */
  function count(): boolean {
    lookups += 1;
    if (lookups > LOOKUPS_MAX) problem ??= findWrong("wrong", "spf-lookups", { max: LOOKUPS_MAX });
    return lookups <= LOOKUPS_MAX;
  }

  async function recordsOf(name: string): Promise<readonly string[]> {
    const answer = await dns.txt(name);
    if (answer.state === "failed") isUnknown = true;
    return answer.state === "found" ? answer.values.filter(isSpf) : [];
  }

  async function addNetworks(name: string, kind: "a" | "mx", length: string) {
    const hosts = kind === "a" ? [name] : await hostsOf(name);
    for (const host of hosts.slice(0, LOOKUPS_MAX)) {
      const found = await dns.addresses(host);
      if (found.state === "failed") isUnknown = true;
      if (found.state === "found")
        networks.push(...found.values.map((address) => `${address}${lengthOf(address, length)}`));
    }
  }

  async function hostsOf(name: string) {
    const found = await dns.mx(name);
    if (found.state === "failed") isUnknown = true;
    return found.state === "found" ? found.values.filter(Boolean) : [];
  }

  async function include(name: string, how: "included" | "redirect", path: readonly string[]) {
    if (!count()) return;
    if (path.includes(name)) {
      problem ??= findWrong("wrong", "spf-circle", { included: name });
      return;
    }
    includes.add(name);
    const found = await recordsOf(name);
    const [record] = found;
    if (found.length > 1) problem ??= findWrong("wrong", `spf-${how}-several`, { included: name });
    else if (record !== undefined) await read(record, name, path);
    else if (!isUnknown) problem ??= findWrong("wrong", `spf-${how}-missing`, { included: name });
  }

  /** `path`: the domains that led to this record. */
  async function read(record: string, of: string, path: readonly string[]) {
    const isOwn = path.length === 0;
    const here = [...path, of];
    let redirect: string | undefined;
    let hasAll = false;
    for (const term of record.trim().split(/\s+/).slice(1)) {
      if (problem || isUnknown) return;
      const { sign = "+", name = "", value, length = "" } = TERM.exec(term)?.groups ?? {};
      const modifier = name ? undefined : MODIFIER.exec(term)?.groups;
      if (modifier?.["name"]?.toLowerCase() === "redirect") redirect = modifier["value"];
      if (!name && !modifier) problem = findWrong("wrong", "spf-unreadable", { part: term.slice(0, 50), domain: of });
      const target = value?.toLowerCase() ?? of;
      if (target.includes("%")) {
        if (name.toLowerCase() !== "ip4" && !count()) return; // a macro: its value depends on the mail
        continue;
      }
      switch (name.toLowerCase()) {
        case "all":
          hasAll = true;
          if (isOwn && sign === "+") allowsAll = true;
          break;
        case "include":
          await include(target, "included", here);
          break;
        case "a":
        case "mx":
          if (count()) await addNetworks(target, name.toLowerCase() as "a" | "mx", length);
          break;
        case "exists":
        case "ptr":
          count();
          break;
        case "ip4":
        case "ip6":
          networks.push(`${target}${length}`);
          break;
      }
    }
    if (redirect !== undefined && !hasAll && !problem) await include(redirect.toLowerCase(), "redirect", here);
  }

  const records = await recordsOf(domain);
  const [own] = records;
  if (records.length === 1 && own !== undefined) await read(own, domain, []);
  return { records, includes, networks, lookups, problem, isUnknown, allowsAll };
}

const lengthOf = (address: string, length: string) => {
  const [, v4, v6] = /^(\/\d{1,3})?(?:\/(\/\d{1,3}))?$/.exec(length) ?? [];
  return (address.includes(":") ? v6 : v4) ?? "";
};

/** Whether one of the networks contains the address. */
export function isCovered(address: string, networks: readonly string[]): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const [bitsMax, family] = version === 4 ? ([32, "ipv4"] as const) : ([128, "ipv6"] as const);
  return networks.some((network) => {
    const [, base = "", length = bitsMax] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    if (isIP(base) !== version || Number(length) > bitsMax) return false;
    const list = new BlockList();
    list.addSubnet(base, Number(length), family);
    return list.check(address, family);
  });
}

/** The record with a mechanism more, in front of the one that says what happens to all others. */
export function withMechanism(records: readonly string[], mechanism: string): string {
  const terms = records.flatMap((record) => record.trim().split(/\s+/).slice(1));
  const ends = terms.filter((term) => /^[+?~-]?all$/i.test(term));
  const others = [...new Set(terms.filter((term) => !ends.includes(term)))].filter((term) => term !== mechanism);
  const strictest = ["-all", "~all", "?all"].find((end) => ends.includes(end)) ?? "~all";
  return ["v=spf1", ...others, mechanism, strictest].filter(Boolean).join(" ");
}
