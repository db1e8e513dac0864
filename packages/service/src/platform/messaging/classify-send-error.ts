import { SendError, type SendFailure } from "./send-outcome.ts";

type SmtpError = { responseCode?: number; response?: string; code?: string; command?: string };

/** Enhanced status codes about the mailbox itself: it does not exist, has moved or is disabled. Policy (5.7.x) and a full
 *  mailbox (5.2.2) are not among them. */
const ADDRESS_STATUS = /\b5\.(?:1\.[0-36]|1\.10|2\.[01]|4\.4)\b/;
const OTHER_STATUS = /\b5\.\d{1,3}\.\d{1,3}\b/;
const ADDRESS_WORDS =
  /(?:no such|unknown|invalid|unrouteable|nonexistent|disabled|not found|does ?n.t exist|does not exist|rejected|unavailable).{0,40}(?:user|recipient|mailbox|address|account)|(?:user|recipient|mailbox|address|account).{0,60}(?:unknown|invalid|disabled|not found|does ?n.t exist|does not exist|unavailable|no longer)/i;

/** Only a refusal of the recipient is final; after any other error the message is sent later. */
export function classifySendError(error: unknown): SendFailure {
  if (error instanceof SendError) return error.failure;
  const { responseCode = 0, response = "", code = "", command = "" } = error as SmtpError;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const answer = responseCode ? [responseCode, status].filter(Boolean).join(" ") : code || "nothing";
  const reason = `the server answered ${answer}`;
  if (!responseCode || !/^(?:RCPT|DATA|BDAT)/i.test(command || "")) {
    // No answer, or one to the greeting, the login or the sender: the cause is not this message.
    return { state: "deferred", reason, isProviderDown: !isMidMail(command, code) };
  }
  return { state: isHardBounce(responseCode, response, command) ? "rejected" : "deferred", reason };
}

/** The connection was lost after this mail had begun: another mail may go through. */
const isMidMail = (command: string, code: string) =>
  /^(?:DATA|BDAT)/i.test(command) || code === "EMESSAGE" || code === "ESTREAM";

function isHardBounce(code: number, response: string, command: string) {
  if (![550, 551, 553, 554].includes(code)) return false;
  if (ADDRESS_STATUS.test(response)) return true;
  if (OTHER_STATUS.test(response)) return false;
  if (/^RCPT/i.test(command) && code !== 554)
    return !/relay|spam|block|policy|denied|blacklist|spf|dkim|dmarc/i.test(response);
  return ADDRESS_WORDS.test(response);
}
