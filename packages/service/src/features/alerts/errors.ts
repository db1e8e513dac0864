import { AppError } from "../../platform/errors.ts";
import { REFUSALS } from "../../platform/http/refusals.ts";

export const unknownPlan = () =>
  new AppError("not-found", "unknown-plan", "Unknown plan. Fetch the plans of a variant with alerts/plans.");
export const badHookToken = () =>
  new AppError(
    "unauthorised",
    "invalid-hook-token",
    "The token in this webhook address is wrong. Fetch the right address with GET /storeadmin/v3/senders/hooks, or print it with `keepsake sender hooks`.",
  );
export const badHookSignature = () =>
  new AppError(
    "unauthorised",
    "invalid-hook-signature",
    "The signature of this report is missing or wrong. For a store with its own provider, check the auth token or the SNS topic in `senders/set`; otherwise KEEPSAKE_SNS_TOPICS and KEEPSAKE_TWILIO_SECRET. KEEPSAKE_PUBLIC_URL must be the address that the provider calls.",
  );
/** `problem` says what is wrong in the Message of Amazon SNS. */
export const invalidReport = (problem?: string) =>
  new AppError(
    "invalid",
    "invalid-report",
    `This is not a report of a mail provider${problem ? `: ${problem}` : ""}. Send a report of Amazon SES through SNS, or {events: [{type, email}]}.`,
  );
export const noSenderAddress = () =>
  new AppError(
    "invalid",
    "no-sender-address",
    "The store has no sender address yet. Send `name` and `address` with senders/set.",
  );
export const tooManyCodes = () =>
  new AppError(
    "too-many",
    "too-many-codes",
    "Five codes were mailed to this address today, which is the limit. Use the newest one, or try again tomorrow.",
    {
      retryAfterSeconds: 3_600,
    },
  );
export const invalidSender = (problem: string) => new AppError("invalid", "invalid-sender", problem);
export const optionsOfInstallation = () => invalidSender(REFUSALS.say("sender-options-of-installation", {}));
export const noOneWaits = () =>
  new AppError("not-found", "nobody-waits", "No one is waiting for this variant and topic.");
export const neverSignedUp = () =>
  new AppError(
    "not-found",
    "unknown-subscription",
    "This address never signed up for this variant and topic. Check epi, topic and mediumvalue.",
  );
export const tooManyLines = (lines: number, max: number) =>
  new AppError(
    "invalid",
    "too-many-lines",
    `These orders have ${lines} lines together, and a call takes ${max}. Report them in several calls. No order of this call was stored.`,
  );
export const invalidOrder = (id: string, problem: string) =>
  new AppError("invalid", "invalid-order", `Order ${id}: ${problem}. No order of this call was stored.`);
