import { oneLine } from "../mail/safe-fields.ts";
import { classifySendError } from "../mail/smtp.ts";
import { postToProvider } from "../post-to-provider.ts";
import type { Sender } from "../sender.ts";
import type { HttpSmsSettings, SmsSettings, TwilioSettings } from "../settings.ts";

type Text = { readonly to: string; readonly text: string; readonly key: string };
type SendText = (message: Text) => Promise<void>;

const IN_FLIGHT = 10;
/** Twilio's words for a number that takes no text message from us: not valid, not a phone, stopped. */
const ABOUT_NUMBER = /"code"\s*:\s*(?:21211|21214|21217|21610|21612|21614)\b/;

/** Text messages. One too many costs money and, in some countries, a fine: where nobody knows, it is not sent again. */
export const smsSender = ({ twilio, http }: SmsSettings, { timeoutMs }: { timeoutMs?: number } = {}): Sender => {
  const time = timeoutMs === undefined ? {} : { timeoutMs };
  const send = twilio ? byTwilio(twilio, time) : http ? byHttp(http, time) : undefined;
  if (!send) throw new Error("No way is set for text messages to leave");
  return {
    inFlight: IN_FLIGHT,
    mayRepeat: false,
    async send(write, key) {
      const { to, subject, text } = await write();
      try {
        await send({ to, text: shortly(subject, text), key });
        return { state: "sent" };
      } catch (error) {
        return classifySendError(error);
      }
    },
  };
};

/** What it is about, where it is, and how to end it: a text message has no footer. */
function shortly(subject: string, text: string) {
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? "";
  return [oneLine(subject).slice(0, 160), link.slice(0, 300), "STOP ends this."].filter(Boolean).join("\n");
}

const byTwilio =
  ({ account, secret, from, url }: TwilioSettings, time: { timeoutMs?: number }): SendText =>
  ({ to, text }) =>
    postToProvider({
      url: `${url}/2010-04-01/Accounts/${account}/Messages.json`,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}`,
      },
      body: new URLSearchParams({ To: to, From: from, Body: text }).toString(),
      isIdempotent: false,
      isAboutAddress: (status, answer) => status === 400 && ABOUT_NUMBER.test(answer),
      ...time,
    });

const byHttp =
  ({ url, secret, from }: HttpSmsSettings, time: { timeoutMs?: number }): SendText =>
  ({ to, text, key }) =>
    postToProvider({
      url,
      headers: {
        "content-type": "application/json",
        "idempotency-key": key,
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      },
      body: JSON.stringify({ ...(from ? { from } : {}), to, text, key }),
      isIdempotent: false,
      isAboutAddress: (status, answer) =>
        (status === 400 || status === 422) && /recipient|number|invalid.{0,20}to\b/i.test(answer),
      ...time,
    });
