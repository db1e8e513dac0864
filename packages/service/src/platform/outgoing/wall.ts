import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback, isPublicAddress } from "./public-address.ts";

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export type Wall = {
  readonly resolve: Resolve;
  /** For development: programs on this machine may be called, by http and on any port, too. */
  readonly allowLoopback: boolean;
  /** Tests listen on other ports. */
  readonly ports?: ReadonlySet<string>;
};

/** Why a URL of a merchant is not called. The message is for the merchant. */
export class RefusedByWall extends Error {
  override readonly name = "RefusedByWall";
}

const PORTS = new Set(["443", "8443"]);
export const URL_MAX = 2_048;

/** Resolves names without the thread pool of the process: a name server that hangs delays nobody else. */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const [first] = found;
    if (addresses.length === 0 && first.status === "rejected") throw first.reason;
    return addresses;
  };
}

/** What can be told from the URL alone. Throws RefusedByWall. The addresses of its host are checked with every connection. */
export function checkUrl(text: string, { allowLoopback }: Pick<Wall, "allowLoopback">): URL {
  const url = text.length <= URL_MAX ? URL.parse(text) : null;
  if (!url) throw new RefusedByWall(`The URL must be absolute, with at most ${URL_MAX} characters.`);
  const host = hostOf(url);
  const isLocal = allowLoopback && (isLocalName(host) || isLoopback(host));
  if (url.username !== "" || url.password !== "")
    throw new RefusedByWall("The URL must not contain a user name or a password. Check the signature instead.");
  if (url.hash !== "") throw new RefusedByWall("The URL must not have a fragment (#…).");
  if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:"))
    throw new RefusedByWall("The URL must begin with https://.");
  if (!isLocal && !PORTS.has(portOf(url))) throw new RefusedByWall("The port of the URL must be 443 or 8443.");
  if (isLocal) return url;
  if (isIP(host) === 0 && !/^[^.]+(?:\.[^.]+)+$/.test(host))
    throw new RefusedByWall("The URL must name a host on the public internet, such as hooks.example.com.");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host);
  return url;
}

/** The address that a connection to this host uses. Throws RefusedByWall when any address of the host is not public, so that
 *  a name with one public and one private address leads nowhere. The caller connects to this address and resolves no
 *  further: an answer that is different the next time changes nothing. */
export async function chooseAddress(wall: Wall, { host, port, isTls }: Target): Promise<string> {
  const { ports = PORTS } = wall;
  const isStrict = isTls && ports.has(port);
  const addresses = isIP(host) !== 0 ? [host] : await resolve(wall, host);
  const refused = addresses.find(
    (address) => !(isStrict && isPublicAddress(address)) && !(wall.allowLoopback && isLoopback(address)),
  );
  if (refused !== undefined) throw notPublic(refused);
  // IPv4 first: it works from every network.
  const preferred = addresses.filter((address) => isIP(address) === 4);
  const chosen = pick(preferred.length > 0 ? preferred : addresses);
  if (chosen === undefined) throw new RefusedByWall(`The host ${host} has no address.`);
  return chosen;
}
export type Target = { readonly host: string; readonly port: string; readonly isTls: boolean };

const resolve = async (wall: Wall, host: string) =>
  wall.allowLoopback && isLocalName(host) ? ["127.0.0.1"] : wall.resolve(host);

const pick = (addresses: readonly string[]) => addresses[Math.floor(Math.random() * addresses.length)];
const isLocalName = (host: string) => host === "localhost" || host.endsWith(".localhost");
const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");
/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1");

const notPublic = (address: string) =>
  new RefusedByWall(`The address ${address} is not on the public internet, so it is not called.`);
