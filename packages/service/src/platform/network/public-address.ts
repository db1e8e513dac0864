import { BlockList, isIP } from "node:net";

type Networks = readonly (readonly [network: string, prefix: number])[];

/** IPv4 networks that are not part of the public internet, or lead back into a private one (IANA's registry of special
 *  addresses, and multicast). */
const SPECIAL_4: Networks = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // inside the cloud of Azure, the host of the virtual machine
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/** All public IPv6 addresses are in here. Mapped and translated IPv4 addresses, unique local and link-local ones are not. */
const GLOBAL_6: Networks = [["2000::", 3]];
/** Tunnels, which contain an IPv4 address, and networks for protocols, documentation and tests. */
const SPECIAL_6: Networks = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

function listOf(networks: Networks, family: "ipv4" | "ipv6") {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}
const special4 = listOf(SPECIAL_4, "ipv4");
const global6 = listOf(GLOBAL_6, "ipv6");
const special6 = listOf(SPECIAL_6, "ipv6");
const loopback4 = listOf([["127.0.0.0", 8]], "ipv4");

/** Whether this is the address of one host on the public internet. A text that is not an address is not. */
export function isPublicAddress(address: string): boolean {
  if (address.includes("%")) return false; // a zone: the address is only valid on one of our own links
  const family = isIP(address);
  if (family === 4) return !special4.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

export const isLoopback = (address: string): boolean =>
  isIP(address) === 4 ? loopback4.check(address, "ipv4") : address === "::1";
