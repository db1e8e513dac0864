export type MailFrom = { readonly name: string; readonly address: string };

export type Dkim = { readonly domain: string; readonly selector: string; readonly key: string };

export type SmtpSettings = {
  readonly url: string;
  readonly from: string;
  readonly dkim?: Dkim | undefined;
  readonly timeoutMs?: number;
};

export type HttpMailSettings = { readonly url: string; readonly secret?: string | undefined };
export type SesSettings = {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly url?: string | undefined;
};

/** The one way that mail leaves. `isCatcher`: it goes nowhere, so that anybody may be the sender. */
export type MailSettings = {
  readonly from: string;
  readonly isCatcher: boolean;
  readonly smtp?: Omit<SmtpSettings, "from">;
  readonly http?: HttpMailSettings;
  readonly ses?: SesSettings;
};

export type TwilioSettings = {
  readonly account: string;
  readonly secret: string;
  readonly from: string;
  readonly url: string;
};
export type HttpSmsSettings = {
  readonly url: string;
  readonly secret?: string | undefined;
  readonly from?: string | undefined;
};
export type SmsSettings = { readonly twilio?: TwilioSettings; readonly http?: HttpSmsSettings };
