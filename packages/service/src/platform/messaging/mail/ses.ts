import { createHash, createHmac } from "node:crypto";
import { type Clock, systemClock } from "../../clock.ts";
import type { Post } from "../../network/post.ts";
import { oneLine } from "../../text/one-line.ts";
import { postToProvider } from "../post-to-provider.ts";
import type { SendMail } from "./mail.ts";
import { addressOnly, senderOf } from "./safe-fields.ts";

export type SesSettings = {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly url?: string | undefined;
};

const PATH = "/v2/email/outbound-emails";

/** How SES says that we exceed our sending rate or quota, when it does not answer 429. */
const THROTTLED = /Throttling|TooManyRequests|LimitExceeded|(?:rate|quota) exceeded/i;
/** How SES says that the account or its sender may not send. */
const ABOUT_ACCOUNT = /AccountSuspended|SendingPaused|MailFromDomainNotVerified|not verified/i;

/** Mail by Amazon SES v2. SES has no idempotency key: when its answer is lost, it is not known whether it sent the mail. */
export function createSes(
  settings: SesSettings,
  { from, clock = systemClock, timeoutMs, post }: { from: string; clock?: Clock; timeoutMs?: number; post?: Post },
): SendMail {
  const endpoint = settings.url ?? `https://email.${settings.region}.amazonaws.com`;
  return async (mail, messageId) => {
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
      url: `${endpoint}${PATH}`,
      headers: signedHeaders(settings, {
        method: "POST",
        path: PATH,
        host: new URL(endpoint).host,
        body,
        now: clock(),
      }),
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

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Asks SES whether the account may send. Returns the status of the answer, and what it says. */
export async function fetchSesAccount(settings: SesSettings, { timeoutMs }: { timeoutMs: number }) {
  const path = "/v2/email/account";
  const endpoint = settings.url ?? `https://email.${settings.region}.amazonaws.com`;
  const headers = signedHeaders(settings, {
    method: "GET",
    path,
    host: new URL(endpoint).host,
    body: "",
    now: systemClock(),
  });
  const response = await fetch(`${endpoint}${path}`, {
    headers,
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

/** AWS signature version 4 for one request with a JSON body, or none. */
function signedHeaders(
  { region, accessKey, secretKey }: SesSettings,
  { method, path, host, body, now }: { method: "GET" | "POST"; path: string; host: string; body: string; now: number },
): Record<string, string> {
  const at = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/ses/aws4_request`;
  const names = "content-type;host;x-amz-date";
  const canonical = `${method}\n${path}\n\ncontent-type:application/json\nhost:${host}\nx-amz-date:${at}\n\n${names}\n${sha256(body)}`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), "ses"), "aws4_request");
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString("hex");
  return {
    "content-type": "application/json",
    "x-amz-date": at,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
