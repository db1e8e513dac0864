import type { Mail } from "./mail/queue-mail.ts";
import type { SendMail } from "./mail/send-queued-mails.ts";
import { classifySendError } from "./mail/smtp.ts";
import type { SendOutcome } from "./send-outcome.ts";

export type { SendOutcome as Sent } from "./send-outcome.ts";

/** A way out of the house. `key` is the same however often the same alert is handed over. */
export type Sender = {
  /** So many may be under way at once in one worker; a crash repeats no more than these. */
  readonly inFlight: number;
  /** Whether a message may be handed over again where nobody knows if it was taken. */
  readonly mayRepeat: boolean;
  /** `write` fails where the message cannot be written; that is not the provider's fault. */
  send(write: () => Promise<Mail>, key: string): Promise<SendOutcome>;
};

const IN_FLIGHT = 10;

/** Mail. One twice is better than none: where a worker died, it is sent again under the same Message-ID. */
export const mailSender = (send: SendMail): Sender => ({
  inFlight: IN_FLIGHT,
  mayRepeat: true,
  async send(write, key) {
    const mail = await write();
    try {
      await send(mail, `<${key}@keepsake>`);
      return { state: "sent" };
    } catch (error) {
      return classifySendError(error);
    }
  },
});
