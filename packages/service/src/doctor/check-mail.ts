import { createPublicKey } from "node:crypto";
import type { Config } from "../config.ts";
import { describeProblem, sentenceOf } from "../features/alerts/senders/describe-problem.ts";
import { domainOf } from "../features/alerts/senders/dkim-key.ts";
import { checkMailDns } from "../features/alerts/senders/dns/check-mail-dns.ts";
import { mailRouteOf } from "../features/alerts/senders/mail-route.ts";
import { classifySendError } from "../platform/messaging/classify-send-error.ts";
import type { MailSettings } from "../platform/messaging/mail/create-mail-sender.ts";
import { senderOf } from "../platform/messaging/mail/safe-fields.ts";
import { fetchSesAccount } from "../platform/messaging/mail/ses.ts";
import { probeSmtp } from "../platform/messaging/mail/smtp-connection.ts";
import { readSmtpUrl } from "../platform/messaging/mail/smtp-url.ts";
import { problemOfConnection } from "../platform/messaging/problem-of-connection.ts";
import { createDns } from "../platform/network/dns.ts";
import { codeOf, type Finding, hostOf, ok, problem, warning } from "./finding.ts";

const CHECK = "mail";
const TIMEOUT_MS = 8_000;

export async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (!mail)
    return [
      warning(
        CHECK,
        "No mail server or provider is set: only stores with a sender of their own send mails.",
        "Set KEEPSAKE_SMTP_URL, KEEPSAKE_MAIL_HTTP_URL or KEEPSAKE_SES_REGION.",
      ),
    ];
  const { smtp, ses, http } = mail;
  if (smtp) return checkSmtp(smtp.url);
  if (ses) return checkSes(ses);
  return http ? [await checkReachable(CHECK, http.url)] : [];
}

async function checkSmtp(url: string): Promise<Finding[]> {
  const server = readSmtpUrl(url);
  const where = `${server.host}:${server.port}`;
  try {
    const { isEncrypted, offersLogin } = await probeSmtp(server, { timeoutMs: TIMEOUT_MS });
    if (server.login && !isEncrypted)
      return [
        problem(
          CHECK,
          `${where} offers no STARTTLS, so the password is sent in the clear.`,
          "Use a server with STARTTLS or smtps://, and add ?requireTLS=true to KEEPSAKE_SMTP_URL.",
        ),
      ];
    if (server.login && !offersLogin)
      return [
        problem(
          CHECK,
          `${where} offers no login, so mails are sent without one.`,
          "Use the port for submissions (587 or 465), or remove the login from KEEPSAKE_SMTP_URL.",
        ),
      ];
    const isHere = ["localhost", "127.0.0.1", "::1"].includes(server.host);
    if (!isEncrypted && !isHere)
      return [
        warning(
          CHECK,
          `${where} offers no STARTTLS, so mails are sent in the clear.`,
          "Use a server with STARTTLS or smtps://.",
        ),
      ];
    const login = server.login ? ", and accepts the login" : "";
    return [ok(CHECK, `${where} answers${isEncrypted ? " with TLS" : ""}${login}.`)];
  } catch (error) {
    const failure = classifySendError(error);
    const { reason, fix } = describeProblem({
      ...failure,
      problem: "problem" in failure ? failure.problem : undefined,
    });
    return [problem(CHECK, `${where}: ${sentenceOf(reason)}`, fix)];
  }
}

async function checkSes(ses: NonNullable<MailSettings["ses"]>): Promise<Finding[]> {
  try {
    const { status, maySend, isInSandbox } = await fetchSesAccount(ses, { timeoutMs: TIMEOUT_MS });
    if (status === 403)
      return [
        warning(
          CHECK,
          "SES answers, but does not say whether the account may send.",
          "Check the keys, and allow them ses:GetAccount and ses:SendEmail.",
        ),
      ];
    if (status !== 200) return [problem(CHECK, `SES answers ${status}.`, "Check KEEPSAKE_SES_REGION and the keys.")];
    if (!maySend)
      return [
        problem(
          CHECK,
          "SES has paused sending for this account.",
          "Look at the account's reputation in the console of SES.",
        ),
      ];
    if (isInSandbox)
      return [
        warning(
          CHECK,
          "The account of SES is in its sandbox: it sends only to verified addresses.",
          "Ask for production access in the console of SES.",
        ),
      ];
    return [ok(CHECK, "SES answers, and the account may send.")];
  } catch (error) {
    return [notReached(CHECK, hostOf(ses.url ?? `https://email.${ses.region}.amazonaws.com`), error)];
  }
}

export async function checkSms({ sms }: Config): Promise<Finding[]> {
  const check = "text messages";
  if (!sms) return [];
  if (sms.http) return [await checkReachable(check, sms.http.url)];
  if (!sms.twilio) return [];
  const { account, secret, url } = sms.twilio;
  const authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}`;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${url}/2010-04-01/Accounts/${account}.json`, {
      headers: { authorization },
      signal,
      redirect: "error",
    });
    if (response.ok) return [ok(check, `${hostOf(url)} accepts the account.`)];
    return [
      problem(
        check,
        `${hostOf(url)} refuses the account (${response.status}).`,
        "Check KEEPSAKE_TWILIO_ACCOUNT and KEEPSAKE_TWILIO_SECRET.",
      ),
    ];
  } catch (error) {
    return [notReached(check, hostOf(url), error)];
  }
}

/** A provider of which only a message would tell more. */
async function checkReachable(check: string, url: string): Promise<Finding> {
  try {
    const { status } = await fetch(url, {
      method: "HEAD",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    if (status < 500) return ok(check, `${hostOf(url)} answers.`);
    return warning(check, `${hostOf(url)} answers ${status}.`, "Look at the provider's status page.");
  } catch (error) {
    return notReached(check, hostOf(url), error);
  }
}

function notReached(check: string, host: string, error: unknown): Finding {
  const code = codeOf(error);
  const { reason, fix } = describeProblem({ reason: `no answer: ${code}`, problem: problemOfConnection(code) });
  return problem(check, `${host}: ${sentenceOf(reason)}`, fix);
}

/** The DNS records of the operator's own address. */
export async function checkSenderDomain({ mail, network }: Config): Promise<Finding[]> {
  if (!mail || mail.isCatcher) return [];
  const { address } = senderOf({}, mail.from);
  if (!address.includes(".")) return []; // the settings say so already
  const { dkim } = mail.smtp ?? {};
  const keys = dkim ? [{ ...dkim, publicKey: publicKeyOf(dkim.key), seenAt: null }] : [];
  // The operator reads this, who has nobody to ask.
  const route = { ...mailRouteOf(address, undefined, keys, mail), isOfInstallation: false };
  const records = await checkMailDns(createDns(network), route);
  const check = `DNS of ${domainOf(address)}`;
  return records.map(({ purpose, name, value, state, problem: text, fix }) => {
    if (state === "ok") return ok(check, `${purpose}: ${name} is right.`);
    if (purpose === "dkim" && !dkim) return mail.smtp ? warning(check, ...NOT_SIGNED) : warning(check, ...NOT_KNOWN);
    if (state === "unknown")
      return warning(check, `${purpose}: ${text}`, (fix ?? "").replace("as spfInclude", "in KEEPSAKE_SPF_INCLUDE"));
    // There is no setting for the return path: bounces go to the sender.
    if (purpose === "return-path")
      return problem(check, `${purpose}: ${text}`, `Add an MX record to ${name}, or set another KEEPSAKE_MAIL_FROM.`);
    return problem(check, `${purpose}: ${text}`, `${fix} The record: ${name} TXT "${value}"`);
  });
}

const NOT_SIGNED = [
  "dkim: Keepsake does not sign the mails.",
  "Set KEEPSAKE_DKIM_DOMAIN, KEEPSAKE_DKIM_SELECTOR and KEEPSAKE_DKIM_KEY, unless your mail server signs them.",
] as const;
const NOT_KNOWN = [
  "dkim: Your provider signs the mails, and Keepsake cannot check its records.",
  "Turn DKIM on for the domain at your provider, and add the records that it shows.",
] as const;

const publicKeyOf = (pem: string) => createPublicKey(pem).export({ type: "spki", format: "der" }).toString("base64");
