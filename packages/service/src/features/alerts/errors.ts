import { AppError } from "../../platform/errors.ts";

export const unknownPlan = () =>
  new AppError("not-found", "unknown-plan", "Unknown plan. Fetch the plans of a variant with alerts/plans.");
export const badHookToken = () =>
  new AppError(
    "unauthorised",
    "invalid-hook-token",
    "The token in this webhook address is wrong. Print the right address with `keepsake sender hooks`.",
  );
export const badHookSignature = () =>
  new AppError(
    "unauthorised",
    "invalid-hook-signature",
    "The signature of this report is missing or wrong. Check KEEPSAKE_SNS_TOPICS, KEEPSAKE_TWILIO_SECRET and KEEPSAKE_PUBLIC_URL.",
  );
/** `problem` says what is wrong in the Message of Amazon SNS. */
export const invalidReport = (problem?: string) =>
  new AppError(
    "invalid",
    "invalid-report",
    `This is not a report of a mail provider${problem ? `: ${problem}` : ""}. Send a report of Amazon SES through SNS, or {events: [{type, email}]}.`,
  );
export const noOneWaits = () =>
  new AppError("not-found", "nobody-waits", "No one is waiting for this variant and topic.");
export const neverSignedUp = () =>
  new AppError(
    "not-found",
    "unknown-subscription",
    "This address never signed up for this variant and topic. Check epi, topic and mediumvalue.",
  );
export const invalidOrder = (id: string, problem: string) =>
  new AppError("invalid", "invalid-order", `Order ${id}: ${problem}. No order of this call was stored.`);
