import type { ProviderProblem } from "./send-outcome.ts";

const PROBLEMS: ReadonlyMap<string, ProviderProblem> = new Map([
  ["ENOTFOUND", "unknown-host"],
  ["ENODATA", "unknown-host"],
  ["EPRIVATE", "private-host"],
  ["ECONNREFUSED", "not-reached"],
  ["EHOSTUNREACH", "not-reached"],
  ["ENETUNREACH", "not-reached"],
  ["ECONNECTTIMEOUT", "not-reached"],
  ["UND_ERR_CONNECT_TIMEOUT", "not-reached"],
]);
/** How Node reports a certificate that it does not accept, and a server that speaks no TLS. */
const TLS = /CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/;

/** What a failed connection tells about the provider, by the code of Node's error. */
export const problemOfConnection = (code: string): ProviderProblem =>
  PROBLEMS.get(code) ?? (TLS.test(code) ? "no-tls" : "no-answer");
