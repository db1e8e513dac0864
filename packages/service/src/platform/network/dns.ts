import { Resolver } from "node:dns/promises";

/** What DNS says about a name. `none`: there is no such record. `failed`: nobody knows, because a name server did not answer
 *  or refused. */
export type DnsAnswer<Value> =
  | { readonly state: "found"; readonly values: readonly Value[] }
  | { readonly state: "none" }
  | { readonly state: "failed"; readonly code: string };

export type Dns = {
  /** The texts of a name. A long one is stored in several parts, which belong together without a space. */
  txt(name: string): Promise<DnsAnswer<string>>;
  /** The mail servers of a domain. An empty name means that the domain accepts no mail. */
  mx(name: string): Promise<DnsAnswer<string>>;
  addresses(name: string): Promise<DnsAnswer<string>>;
};

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const ALL_MS = 12_000;
const VALUES_MAX = 100;
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks name servers, each question for a few seconds at most, and all questions together for twelve seconds. */
export function createDns({
  servers,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly servers?: readonly string[] | undefined;
  readonly timeoutMs?: number;
}): Dns {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const endsAt = performance.now() + ALL_MS;

  async function toAnswer<Value>(ask: () => Promise<Value[]>): Promise<DnsAnswer<Value>> {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return { state: "failed", code: "ETIMEOUT" };
    const timer = setTimeout(() => resolver.cancel(), leftMs);
    try {
      const values = await ask();
      return values.length > 0 ? { state: "found", values: values.slice(0, VALUES_MAX) } : { state: "none" };
    } catch (error) {
      const { code = "EUNKNOWN" } = error as { code?: string };
      return NONE.has(code) ? { state: "none" } : { state: "failed", code: code === "ECANCELLED" ? "ETIMEOUT" : code };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    txt: (name) => toAnswer(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
    mx: (name) =>
      toAnswer(async () => {
        const hosts = await resolver.resolveMx(name);
        return hosts.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
      }),
    async addresses(name) {
      const [v4, v6] = await Promise.all([
        toAnswer(() => resolver.resolve4(name)),
        toAnswer(() => resolver.resolve6(name)),
      ]);
      const values = [v4, v6].flatMap((answer) => (answer.state === "found" ? answer.values : []));
      if (values.length > 0) return { state: "found", values };
      return v4.state === "failed" ? v4 : v6;
    },
  };
}
