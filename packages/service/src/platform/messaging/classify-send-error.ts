import { problemOfConnection } from "./problem-of-connection.ts";
import { type ProviderProblem, SendError, type SendFailure } from "./send-outcome.ts";

type SmtpError = { responseCode?: number; response?: string; code?: string; command?: string };

/** Enhanced status codes about the mailbox itself: it does not exist, has moved or is disabled. Policy (5.7.x) and a full
 *  mailbox (5.2.2) are not among them. */
const ADDRESS_STATUS = /\b5\.(?:1\.[0-36]|1\.10|2\.[01]|4\.4)\b/;
const OTHER_STATUS = /\b5\.\d{1,3}\.\d{1,3}\b/;
const ADDRESS_WORDS =
  /(?:no such|unknown|invalid|unrouteable|nonexistent|disabled|not found|does ?n.t exist|does not exist|rejected|unavailable).{0,40}(?:user|recipient|mailbox|address|account)|(?:user|recipient|mailbox|address|account).{0,60}(?:unknown|invalid|disabled|not found|does ?n.t exist|does not exist|unavailable|no longer)/i;

/** How servers say that we send too much: "454 Throttling failure: Maximum sending rate exceeded" (Amazon SES), "421 Too
 *  many connections", "451 4.7.500 Server busy", "550 5.4.5 Daily sending quota exceeded" (Google). */
const THROTTLED_WORDS =
  /throttl|slow down|too (?:many|much|fast|quick|busy)|server (?:is )?busy|rate.?limit|(?:rate|limit|quota|volume).{0,40}exceed|exceed.{0,40}(?:rate|limit|quota|connections)|unusual rate|unexpected volume/i;
/** The same words about this mailbox or this message: it is full, gets too much mail, or is too large or in a loop. */
const MAILBOX_OR_MESSAGE =
  /\b[45]\.(?:1|2|6)\.\d|\b[45]\.3\.4\b|mailbox|storage|over ?quota|receiving|(?:user|recipient|account).{0,20}quota|size|length|\bhops?\b|loop|received (?:header|line)/i;

const POLICY = /relay|spam|block|policy|denied|blacklist|spf|dkim|dmarc/i;

/** Only a refusal of the recipient is final; after any other error the message is sent later. */
export function classifySendError(error: unknown): SendFailure {
  if (error instanceof SendError) return error.failure;
  const { responseCode = 0, response: full = "", code = "", command = "" } = error as SmtpError;
  const response = withoutAddresses(full);
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const answer = responseCode ? [responseCode, status].filter(Boolean).join(" ") : code || "nothing";
  const reason = `the server answered ${answer}`;
  if (responseCode && isThrottled(response)) return { state: "throttled", reason };
  if (!responseCode || !/^(?:RCPT|DATA|BDAT)/i.test(command || "")) {
    // No answer, or one to the greeting, the login or the sender: the cause is not this message.
    if (isMidMail(command, code)) return { state: "deferred", reason, isProviderDown: false };
    return { state: "deferred", reason, isProviderDown: true, problem: problemOf(responseCode, code, command) };
  }
  if (isHardBounce(responseCode, response, command)) return { state: "rejected", reason };
  return isAboutServer(responseCode, response)
    ? { state: "deferred", reason, isProviderDown: true, problem: responseCode >= 500 ? "refused-sender" : "refuses" }
    : { state: "deferred", reason, isProviderDown: false };
}

function problemOf(responseCode: number, code: string, command: string): ProviderProblem {
  if (/^AUTH/i.test(command)) return "refused-login";
  if (/^STARTTLS/i.test(command)) return "no-tls";
  if (/^MAIL/i.test(command) && responseCode >= 500) return "refused-sender";
  return responseCode ? "refuses" : problemOfConnection(code);
}

/** The connection was lost after this mail had begun: another mail may go through. */
const isMidMail = (command: string, code: string) =>
  /^(?:DATA|BDAT)/i.test(command) || code === "EMESSAGE" || code === "ESTREAM";

/** Servers repeat the address, and its words mean nothing. */
const withoutAddresses = (response: string) =>
  response
    .split(" ")
    .filter((word) => !word.includes("@"))
    .join(" ");

const isThrottled = (response: string) => THROTTLED_WORDS.test(response) && !MAILBOX_OR_MESSAGE.test(response);

function isHardBounce(code: number, response: string, command: string) {
  if (![550, 551, 553, 554].includes(code)) return false;
  // "550 5.2.1 The user is receiving mail too quickly": the mailbox exists.
  if (THROTTLED_WORDS.test(response)) return false;
  if (ADDRESS_STATUS.test(response)) return true;
  if (OTHER_STATUS.test(response)) return false;
  if (/^RCPT/i.test(command) && code !== 554) return !POLICY.test(response);
  return ADDRESS_WORDS.test(response);
}

/** The server shuts down (421), its own system fails (4.3.x), or it refuses us as a sender: no other recipient would help. */
function isAboutServer(code: number, response: string) {
  if (code === 421 || /\b[45]\.3\.[0-3]\b/.test(response)) return true;
  return (
    code >= 500 && (/\b5\.7\.\d/.test(response) || POLICY.test(response)) && !/recipient|mailbox|user/i.test(response)
  );
}
