import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Wall } from "../../network/wall.ts";

/** Where the mail server is, and how to talk to it. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS. */
  readonly isSecure: boolean;
  /** Whether a connection without TLS changes to it. */
  readonly startTls: "required" | "if-offered" | "never";
  /** For the TLS of Node. */
  readonly tlsOptions: Readonly<Record<string, string | boolean>>;
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** Whether a server that offers no login is refused, instead of sending without one. */
  readonly mustLogIn?: boolean;
  /** For a server that a merchant named. Without it, the operator named the server. */
  readonly wall?: Wall;
  /** How we introduce ourselves. */
  readonly name: string;
};

export const SECURE_PORT = 465;
export const SUBMISSION_PORT = 587;
/** Those on which providers accept mail. Others could be those of another kind of server. */
export const SMTP_PORTS: ReadonlySet<number> = new Set([25, SECURE_PORT, SUBMISSION_PORT, 588, 2465, 2525, 2587]);

/** Reads `smtp://` or `smtps://`. Options in its query: `requireTLS`, `ignoreTLS`, `name`, and `tls.…` for any option of
 *  Node's TLS, such as `tls.rejectUnauthorized=false`. */
export function readSmtpUrl(text: string): SmtpServer {
  const url = new URL(text);
  const isSecure = url.protocol === "smtps:" || Number(url.port) === SECURE_PORT;
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const isOn = (name: string) => url.searchParams.get(name) === "true";
  if (url.searchParams.has("proxy"))
    throw new Error("KEEPSAKE_SMTP_URL has the option proxy, but Keepsake connects to mail servers directly.");
  return {
    host,
    port: Number(url.port) || (isSecure ? SECURE_PORT : SUBMISSION_PORT),
    isSecure,
    startTls: isOn("requireTLS") ? "required" : isOn("ignoreTLS") ? "never" : "if-offered",
    tlsOptions: {
      ...(isIP(host) ? {} : { servername: host }),
      ...Object.fromEntries(
        [...url.searchParams]
          .filter(([name]) => name.startsWith("tls."))
          .map(([name, value]) => [name.slice("tls.".length), BOOLEANS.get(value) ?? value]),
      ),
    },
    login: url.username
      ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
      : undefined,
    name: url.searchParams.get("name")?.replaceAll(/\s/g, "") || ownName(),
  };
}

const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

/** Servers expect a full name or an address. */
export const ownName = () => (/^[\w-]+(?:\.[\w-]+)+$/.test(hostname()) ? hostname() : "[127.0.0.1]");
