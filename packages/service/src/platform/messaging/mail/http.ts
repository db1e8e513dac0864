import type { Post } from "../../network/post.ts";
import { oneLine } from "../../text/one-line.ts";
import { postToProvider } from "../post-to-provider.ts";
import type { SendMail } from "./mail.ts";
import { addressOnly, senderOf } from "./safe-fields.ts";

export type HttpMailSettings = { readonly url: string; readonly secret?: string | undefined };

/** How providers describe an address that accepts no mail. */
const ABOUT_ADDRESS = /recipient|invalid.{0,20}(?:address|email|to\b)|suppress|bounce|mailbox/i;

/** Any provider that takes JSON over HTTP and supports `Idempotency-Key`. */
export const createHttpMail =
  (
    { url, secret }: HttpMailSettings,
    { from, timeoutMs, post }: { from: string; timeoutMs?: number; post?: Post },
  ): SendMail =>
  async (mail, messageId) => {
    const { to, subject, text, html, headers = {} } = mail;
    await postToProvider({
      url,
      headers: {
        "content-type": "application/json",
        "idempotency-key": messageId.slice(1, -1),
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      },
      body: JSON.stringify({
        from: senderOf(mail, from),
        to: addressOnly(to),
        subject: oneLine(subject),
        text,
        html,
        messageId,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
      }),
      isIdempotent: true,
      isAboutAddress: (status, answer) => (status === 400 || status === 422) && ABOUT_ADDRESS.test(answer),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(post ? { post } : {}),
    });
  };
