import { isIP } from "node:net";
import { createBreaker } from "../../../platform/messaging/breaker.ts";
import { createHttpMail } from "../../../platform/messaging/mail/http.ts";
import type { SendMail } from "../../../platform/messaging/mail/mail.ts";
import { createSes } from "../../../platform/messaging/mail/ses.ts";
import { createSmtpTo } from "../../../platform/messaging/mail/smtp.ts";
import { ownName, type SmtpServer } from "../../../platform/messaging/mail/smtp-url.ts";
import { mailSender, type Sender } from "../../../platform/messaging/sender.ts";
import { createSendText, smsSender } from "../../../platform/messaging/sms/create-sms-sender.ts";
import type { SendText } from "../../../platform/messaging/sms/sms.ts";
import type { Post } from "../../../platform/network/post.ts";
import type { Wall } from "../../../platform/network/wall.ts";
import type { Access, OwnProvider, SmtpAccess } from "./provider.ts";

export type ProviderDeps = { readonly wall: Wall; readonly post: Post };

/** Each takes a connection. Servers of small providers allow few. */
const SMTP_IN_FLIGHT = 5;
const HTTP_IN_FLIGHT = 10;

/** A store's own provider for mails, with the rate and the breaker that its messages share. */
export type MailChannel = { readonly send: SendMail; readonly sender: Sender; close(): void };
export type TextChannel = { readonly send: SendText; readonly sender: Sender };

export function connectMail(deps: ProviderDeps, provider: OwnProvider): MailChannel {
  const own = createMail(deps, provider);
  const send = createBreaker()(own.send);
  const inFlight = provider.access.provider === "smtp" ? SMTP_IN_FLIGHT : HTTP_IN_FLIGHT;
  return { send, sender: mailSender(send, { inFlight }), close: own.close };
}

export function connectText({ post }: ProviderDeps, { access }: OwnProvider): TextChannel {
  const send = createBreaker()(createText(post, access));
  return { send, sender: smsSender(send, { inFlight: HTTP_IN_FLIGHT }) };
}

/** Without a breaker, for a single mail. `deliveryMs`: how long a mail server may take. */
export function createMail(
  { wall, post }: ProviderDeps,
  { access, options }: OwnProvider,
  deliveryMs?: number,
): { readonly send: SendMail; close(): void } {
  const from = ""; // a store with a provider of its own has a sender of its own
  switch (access.provider) {
    case "smtp": {
      const { returnPath } = options;
      const limits = { connections: SMTP_IN_FLIGHT, ...(deliveryMs === undefined ? {} : { deliveryMs }) };
      const send = createSmtpTo(serverOf(access, wall), { from, returnPath, ...limits });
      return { send, close: () => send.close() };
    }
    case "ses":
      return { send: createSes(access, { from, post }), close: () => undefined };
    case "http":
      return { send: createHttpMail(access, { from, post }), close: () => undefined };
    case "twilio":
      throw new Error("Twilio sends no mails");
  }
}

export function createText(post: Post, access: Access): SendText {
  if (access.provider === "twilio") return createSendText({ twilio: access }, { post });
  if (access.provider === "http") return createSendText({ http: access }, { post });
  throw new Error(`${access.provider} sends no text messages`);
}

const serverOf = ({ host, port, security, user, password }: SmtpAccess, wall: Wall): SmtpServer => ({
  host,
  port,
  isSecure: security === "tls",
  startTls: security === "starttls" ? "required" : "never",
  tlsOptions: isIP(host) ? {} : { servername: host },
  login: user === undefined ? undefined : { user, password: password ?? "" },
  mustLogIn: true,
  name: ownName(),
  wall,
});
