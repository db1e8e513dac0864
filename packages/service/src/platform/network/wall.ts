import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { HOST_REFUSALS } from "./problems.ts";
import { isLoopback, isPublicAddress } from "./public-address.ts";

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Between this service and hosts that a merchant named, which may try to reach what only we can reach. */
export type Wall = {
  readonly resolve: Resolve;
  /** For development: programs on this machine may be called, without TLS and on any port, too. */
  readonly allowLoopback: boolean;
};

/** Why a host of a merchant is not called. The message is for the merchant. */
export class RefusedByWall extends Error {
  override readonly name = "RefusedByWall";
  readonly code = "EPRIVATE";
}

export const HTTPS_PORTS: ReadonlySet<string> = new Set(["443", "8443"]);
export const URL_MAX = 2_048;

/** `servers`: the name servers to ask, instead of those of the system. */
export const createWall = ({ allowLoopback, servers }: WallSettings): Wall => ({
  resolve: createResolve(servers),
  allowLoopback,
});
type WallSettings = { readonly allowLoopback: boolean; readonly servers?: readonly string[] | undefined };

/** Resolves names without the thread pool of the process: a name server that hangs delays nobody else. */
function createResolve(servers: readonly string[] | undefined): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const [first] = found;
    if (addresses.length === 0 && first.status === "rejected") throw first.reason;
    return addresses;
  };
}

/** What can be told from the URL alone. Throws RefusedByWall. The addresses of its host are checked with every connection. */
export function checkUrl(text: string, wall: Pick<Wall, "allowLoopback">): URL {
  const url = text.length <= URL_MAX ? URL.parse(text) : null;
  if (!url) throw new RefusedByWall(HOST_REFUSALS.say("url-not-absolute", { max: URL_MAX }));
  const host = hostOf(url);
  const isLocal = isAllowedLoopback(host, wall);
  if (url.username !== "" || url.password !== "") throw new RefusedByWall(HOST_REFUSALS.say("url-with-login", {}));
  if (url.hash !== "") throw new RefusedByWall(HOST_REFUSALS.say("url-with-fragment", {}));
  if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:"))
    throw new RefusedByWall(HOST_REFUSALS.say("url-not-https", {}));
  if (!isLocal && !HTTPS_PORTS.has(portOf(url))) throw new RefusedByWall(HOST_REFUSALS.say("url-port", {}));
  if (!isLocal) checkHost(host);
  return url;
}

/** Throws RefusedByWall when the name alone tells that the host is not on the public internet. */
export function checkHost(host: string) {
  if (isIP(host) === 0 && !/^[^.]+(?:\.[^.]+)+$/.test(host))
    throw new RefusedByWall(HOST_REFUSALS.say("host-not-full", {}));
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new RefusedByWall(HOST_REFUSALS.say("address-not-public", { address: host }));
}

/** Whether the host is this machine, and may be called. */
export const isAllowedLoopback = (host: string, { allowLoopback }: Pick<Wall, "allowLoopback">): boolean =>
  allowLoopback && (isLocalName(host) || isLoopback(host));

/** The address that a connection to this host uses. Throws RefusedByWall when any address of the host is not public, so that
 *  a name with one public and one private address leads nowhere. The caller connects to this address and resolves no
 *  further: an answer that is different the next time changes nothing. `isLocalOnly`: the port, or a connection without
 *  TLS, is only for development. */
export async function chooseAddress(
  wall: Wall,
  host: string,
  { isLocalOnly }: { isLocalOnly: boolean },
): Promise<string> {
  const addresses = isIP(host) !== 0 ? [host] : await resolve(wall, host);
  const refused = addresses.find(
    (address) => !(!isLocalOnly && isPublicAddress(address)) && !(wall.allowLoopback && isLoopback(address)),
  );
  if (refused !== undefined) throw isPublicAddress(refused) ? new RefusedByWall(WRONG_PORT) : notPublic(host);
  // IPv4 first: it works from every network.
  const preferred = addresses.filter((address) => isIP(address) === 4);
  const chosen = pick(preferred.length > 0 ? preferred : addresses);
  if (chosen === undefined) throw notPublic(host);
  return chosen;
}
const WRONG_PORT = HOST_REFUSALS.say("port-not-allowed", {});

const resolve = async (wall: Wall, host: string) =>
  wall.allowLoopback && isLocalName(host) ? ["127.0.0.1"] : wall.resolve(host);

const pick = (addresses: readonly string[]) => addresses[Math.floor(Math.random() * addresses.length)];
const isLocalName = (host: string) => host === "localhost" || host.endsWith(".localhost");
const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");
/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1");

/** Does not name the address: what names lead to inside the operator's network is not for merchants. */
const notPublic = (host: string) => new RefusedByWall(HOST_REFUSALS.say("host-not-public", { host }));
