import { postToProvider } from "../post-to-provider.ts";
import type { SendText, SmsOptions } from "./sms.ts";

export type TwilioSettings = {
  readonly account: string;
  readonly secret: string;
  readonly from: string;
  readonly url: string;
};

/** Twilio's error codes for a number that accepts no text message from us: not valid, not a mobile phone, stopped. */
const ABOUT_NUMBER = /"code"\s*:\s*(?:21211|21214|21217|21610|21612|21614)\b/;

/** The sender is not ours or may not send, or the account is a trial. */
const ABOUT_ACCOUNT = /"code"\s*:\s*(?:21603|21606|21608|21659)\b/;
/** Too many requests, a full queue, too many messages a second, or a daily limit. */
const THROTTLED = /"code"\s*:\s*(?:20429|21611|14107|63038)\b/;

export const createTwilio =
  ({ account, secret, from, url }: TwilioSettings, options: SmsOptions): SendText =>
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
      isAboutAccount: (_status, answer) => ABOUT_ACCOUNT.test(answer),
      isThrottled: (status, answer) => status < 500 && THROTTLED.test(answer),
      ...options,
    });
