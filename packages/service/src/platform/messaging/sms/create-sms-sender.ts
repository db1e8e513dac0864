import { oneLine } from "../../text/one-line.ts";
import { createSendRate } from "../send-rate.ts";
import { attempt, type Sender, type SenderLimits } from "../sender.ts";
import { createHttpSms, type HttpSmsSettings } from "./http.ts";
import type { SendText, SmsOptions } from "./sms.ts";
import { createTwilio, type TwilioSettings } from "./twilio.ts";

/** Exactly one provider is set. */
export type SmsSettings = SenderLimits & { readonly twilio?: TwilioSettings; readonly http?: HttpSmsSettings };

/** Alerts by text message. A repeated one costs money and, in some countries, a fine: a message that the provider may have
 *  accepted is not sent again. */
export function smsSender(send: SendText, { inFlight = 10, perSecondMax }: SenderLimits = {}): Sender {
  return {
    inFlight,
    mayRepeat: false,
    rate: createSendRate({ perSecondMax }),
    async send(write, key) {
      const { to, subject, text } = await write();
      return attempt(() => send({ to, text: shorten(subject, text), key }));
    },
  };
}

export const createSmsSender = (settings: SmsSettings, options: SmsOptions = {}): Sender =>
  smsSender(createSendText(settings, options), settings);

export function createSendText({ twilio, http }: SmsSettings, options: SmsOptions = {}): SendText {
  if (twilio) return createTwilio(twilio, options);
  if (http) return createHttpSms(http, options);
  throw new Error("No SMS provider is configured");
}

/** The subject, the link and how to unsubscribe, because a text message has no footer. */
function shorten(subject: string, text: string) {
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? "";
  return [oneLine(subject).slice(0, 160), link.slice(0, 300), "Reply STOP to end this."].filter(Boolean).join("\n");
}
