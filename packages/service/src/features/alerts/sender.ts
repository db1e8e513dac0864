import type { Mail } from "../../platform/mail/queue-mail.ts";
import type { SendMail } from "../../platform/mail/send-mails.ts";

/** What became of one message. `later`: the provider did not take it now. `unknown`: it may have taken it. */
export type Sent =
  | { readonly state: "sent" }
  | { readonly state: "refused" | "later" | "unknown"; readonly reason: string };

/** A way out of the house. `key` is the same however often the same alert is handed over. */
export type Sender = {
  /** So many may be under way at once in one worker; a crash repeats no more than these. */
  readonly inFlight: number;
  /** Whether a message may be handed over again where nobody knows if it was taken. */
  readonly mayRepeat: boolean;
  send(message: Mail, key: string): Promise<Sent>;
};

const IN_FLIGHT = 10;

/** Mail by SMTP. A mail twice is better than none: one whose fate is unknown is sent again, under the same Message-ID. */
export const mailSender = (send: SendMail): Sender => ({
  inFlight: IN_FLIGHT,
  mayRepeat: true,
  async send(mail, key) {
    try {
      await send(mail, `<${key}@keepsake>`);
      return { state: "sent" };
    } catch (error) {
      const { responseCode = 0, code = "" } = error as { responseCode?: number; code?: string };
      const reason = `the mail server said ${responseCode || code || "nothing"}`;
      // 5xx to the address itself is for good; 5xx to the connection is about us, not about the address.
      return { state: responseCode >= 550 && responseCode < 560 ? "refused" : "later", reason };
    }
  },
});
