import { classifySendError } from "./classify-send-error.ts";
import type { Mail, SendMail } from "./mail/mail.ts";
import type { SendOutcome } from "./send-outcome.ts";
import { createSendRate, type SendRate } from "./send-rate.ts";

/** Hands alerts to a provider. `key` is the same for every attempt at the same alert. */
export type Sender = {
  /** Messages that a worker process may have in flight at once. The caller keeps to it. */
  readonly inFlight: number;
  /** Whether a message may be sent again when it is not known if the provider accepted it. */
  readonly mayRepeat: boolean;
  /** How fast the provider accepts messages. Ask it before sending, and report each outcome. Without it there is no limit. */
  readonly rate?: SendRate;
  /** `write` renders the message. It throws if it cannot; that is not an error of the provider. */
  send(write: () => Promise<Mail>, key: string): Promise<SendOutcome>;
};

export type SenderLimits = { readonly inFlight?: number; readonly perSecondMax?: number | undefined };

/** Alerts by mail. A repeated mail is better than a missing one: after a crash it is sent again with the same Message-ID. */
export function mailSender(send: SendMail, { inFlight = 10, perSecondMax }: SenderLimits = {}): Sender {
  return {
    inFlight,
    mayRepeat: true,
    rate: createSendRate({ perSecondMax }),
    async send(write, key) {
      const mail = await write();
      return attempt(() => send(mail, `<${key}@keepsake>`));
    },
  };
}

/** Sends, and turns an error into an outcome. */
export async function attempt(send: () => Promise<void>): Promise<SendOutcome> {
  try {
    await send();
    return { state: "sent" };
  } catch (error) {
    return classifySendError(error);
  }
}
