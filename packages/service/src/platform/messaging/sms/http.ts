import { postToProvider } from "../post-to-provider.ts";
import type { SendText, SmsOptions } from "./sms.ts";

export type HttpSmsSettings = {
  readonly url: string;
  readonly secret?: string | undefined;
  readonly from?: string | undefined;
};

/** Any provider that takes JSON over HTTP. */
export const createHttpSms =
  ({ url, secret, from }: HttpSmsSettings, options: SmsOptions): SendText =>
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
      ...options,
    });
