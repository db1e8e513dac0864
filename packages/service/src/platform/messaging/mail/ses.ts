import { type Clock, systemClock } from "../../clock.ts";
import { type AwsKey, signAws } from "../../crypto/sign-aws.ts";
import type { Post } from "../../network/post.ts";
import { oneLine } from "../../text/one-line.ts";
import { postToProvider } from "../post-to-provider.ts";
import type { SendMail } from "./mail.ts";
import { addressOnly, senderOf } from "./safe-fields.ts";

export type SesSettings = AwsKey & { readonly url?: string | undefined };

/** How SES says that we exceed our sending rate or quota, when it does not answer 429. */
const THROTTLED = /Throttling|TooManyRequests|LimitExceeded|(?:rate|quota) exceeded/i;
/** How SES says that the account or its sender may not send. */
const ABOUT_ACCOUNT = /AccountSuspended|SendingPaused|MailFromDomainNotVerified|not verified/i;

/** Mail by Amazon SES v2. SES has no idempotency key: when its answer is lost, it is not known whether it sent the mail. */
export function createSes(
  settings: SesSettings,
  { from, clock = systemClock, timeoutMs, post }: { from: string; clock?: Clock; timeoutMs?: number; post?: Post },
): SendMail {
  return async (mail, messageId) => {
    const url = urlOf(settings, "outbound-emails");
    const { to, subject, text, html, headers = {} } = mail;
    const sender = senderOf(mail, from);
    const utf8 = (data: string) => ({ Data: data, Charset: "UTF-8" });
    const body = JSON.stringify({
      FromEmailAddress: sender.name ? `${encodedWord(sender.name)} <${sender.address}>` : sender.address,
      Destination: { ToAddresses: [addressOnly(to)] },
      Content: {
        Simple: {
          Subject: utf8(oneLine(subject)),
          Body: { Text: utf8(text), Html: utf8(html) },
          Headers: Object.entries({ ...headers, "x-keepsake-id": messageId.slice(1, -1) }).map(([Name, value]) => ({
            Name,
            Value: oneLine(value),
          })),
        },
      },
    });
    await postToProvider({
      url: url.href,
      headers: signAws(settings, { service: "ses", method: "POST", url, headers: JSON_BODY, body, now: clock() }),
      body,
      isIdempotent: false,
      isAboutAddress: (status, answer) =>
        status === 400 &&
        /MessageRejected|BadRequest/.test(answer) &&
        /address|suppress/i.test(answer) &&
        !ABOUT_ACCOUNT.test(answer),
      isAboutAccount: (_status, answer) => ABOUT_ACCOUNT.test(answer),
      isThrottled: (status, answer) => status === 400 && THROTTLED.test(answer),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(post ? { post } : {}),
    });
  };
}

const encodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;

const JSON_BODY = { "content-type": "application/json" };
const urlOf = ({ url, region }: SesSettings, call: string) =>
  new URL(`${url ?? `https://email.${region}.amazonaws.com`}/v2/email/${call}`);

/** Asks SES whether the account may send. Returns the status of the answer, and what it says. */
export async function fetchSesAccount(settings: SesSettings, { timeoutMs }: { timeoutMs: number }) {
  const url = urlOf(settings, "account");
  const response = await fetch(url, {
    headers: signAws(settings, {
      service: "ses",
      method: "GET",
      url,
      headers: JSON_BODY,
      body: "",
      now: systemClock(),
    }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "error",
  });
  const account: unknown = await response.json().catch(() => ({}));
  const { SendingEnabled, ProductionAccessEnabled } = account as {
    SendingEnabled?: boolean;
    ProductionAccessEnabled?: boolean;
  };
  return { status: response.status, maySend: SendingEnabled !== false, isInSandbox: ProductionAccessEnabled === false };
}
