import { type Config, NO_ERASURE_LOG } from "../config.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const CHECK = "settings";
const HOW_TO_SET = {
  KEEPSAKE_PUBLIC_URL: "Set it to the address where shoppers reach Keepsake, such as https://alerts.example.com.",
  KEEPSAKE_TRUST_PROXY: "Set it to the addresses of the proxies in front of Keepsake, or to none.",
};

/** What the settings alone tell. */
export function checkSettings(config: Config): Finding[] {
  const { missing, warnings, publicUrl, trustProxy, mail, network, allowPrivilegedLogin } = config;
  const isPublic = publicUrl.startsWith("https://");
  const findings = [
    ...missing.map((name) => problem(CHECK, `${name} is not set.`, HOW_TO_SET[name])),
    // check-erasure-log.ts says it with what to do.
    ...warnings
      .filter((text) => text !== NO_ERASURE_LOG)
      .map((text) => warning(CHECK, text, "Remove it, or correct its spelling.")),
  ];
  if (!isPublic && missing.length === 0 && !isLocal(publicUrl))
    findings.push(
      warning(
        CHECK,
        "KEEPSAKE_PUBLIC_URL does not begin with https://.",
        "Put a proxy with TLS in front of the API, and set its address.",
      ),
    );
  if (isPublic && trustProxy === false)
    findings.push(
      warning(
        CHECK,
        "KEEPSAKE_PUBLIC_URL is https, so a proxy is in front of the API, but KEEPSAKE_TRUST_PROXY is none: all shoppers share the limits of its address.",
        "Set KEEPSAKE_TRUST_PROXY to the address of the proxy.",
      ),
    );
  if (isPublic && network.allowLoopback)
    findings.push(
      problem(
        CHECK,
        "KEEPSAKE_ALLOW_LOOPBACK is on: merchants can let Keepsake call what listens on this machine.",
        "Remove the setting. It is for development.",
      ),
    );
  if (allowPrivilegedLogin)
    findings.push(
      warning(
        CHECK,
        "KEEPSAKE_ALLOW_PRIVILEGED_LOGIN is on: the database login could read past row-level security.",
        'Create logins for the service (docs/operating.md, "Database logins"), and remove the setting.',
      ),
    );
  if (mail && !mail.isCatcher && /@localhost\b/.test(mail.from))
    findings.push(
      problem(
        CHECK,
        "KEEPSAKE_MAIL_FROM is an address at localhost, which receivers refuse.",
        "Set it to an address of your own domain.",
      ),
    );
  return findings.length > 0 ? findings : [ok(CHECK, "All settings are right.")];
}

const isLocal = (url: string) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
