import { isIP } from "node:net";

/** `times` is how many times the limit of one address applies to the whole network. */
export type Network = { readonly name: string; readonly times: number };

/** A provider gives a home or an office at least a /64 and often a /48, and any address in it costs nothing. */
const TIMES_OF_SITE = 16;
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
const TRANSLATED = [0x64, 0xff9b, 0, 0, 0, 0];
const WITH_PORT = /^\[(.+)\]:\d{1,5}$|^([\d.]+):\d{1,5}$/;

/** The networks that a call from this address counts for, the smallest first: an IPv4 address by itself, an IPv6 address
 *  as its /64 and its /48. IPv4 addresses written as IPv6 (mapped, or translated by a gateway) count as IPv4. */
export function networksOf(address: string): readonly Network[] {
  const [, inBrackets, beforePort] = WITH_PORT.exec(address) ?? []; // some proxies forward the port as well
  const [ip = ""] = (inBrackets ?? beforePort ?? address).split("%");
  const version = isIP(ip);
  if (version === 4) return [{ name: ip, times: 1 }];
  if (version === 0) return [{ name: "unknown", times: 1 }];
  const groups = groupsOf(ip);
  const startsWith = (prefix: readonly number[]) => prefix.every((group, index) => groups[index] === group);
  if (startsWith(MAPPED) || startsWith(TRANSLATED)) return [{ name: toIpv4(groups.slice(6)), times: 1 }];
  const prefix = (length: number) => groups.slice(0, length).map((group) => group.toString(16));
  return [
    { name: `${prefix(4).join(":")}/64`, times: 1 },
    { name: `${prefix(3).join(":")}/48`, times: TIMES_OF_SITE },
  ];
}

/** The eight groups of an IPv6 address. URL writes any valid form in hexadecimal groups with one `::` at most. */
function groupsOf(ip: string): number[] {
  const [head = "", tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split("::");
  const numbers = (text = "") => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

const toIpv4 = (groups: readonly number[]) => groups.flatMap((group) => [group >> 8, group & 255]).join(".");
