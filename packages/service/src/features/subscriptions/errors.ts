import { AppError } from "../../platform/errors.ts";
import { ANY_WATCHABLE_TOPIC } from "./topics.ts";

export const invalidMedium = () => new AppError("invalid", "invalid-medium", "medium must be email or sms.");
export const invalidPhone = () =>
  new AppError(
    "invalid",
    "invalid-phone",
    "mediumvalue must be a phone number with its country code: + and 7 to 15 digits. In a form, send + as %2B.",
  );
export const invalidProducts = (reason: string) => new AppError("invalid", "invalid-products", reason);
export const invalidConsent = (field: "consentat" | "consentip") =>
  new AppError(
    "invalid",
    "invalid-consent",
    field === "consentat"
      ? "consentat must be a time in the past, such as 2026-05-17T09:30:00Z."
      : "consentip must be an IPv4 or IPv6 address.",
  );
export const invalidTopics = () =>
  new AppError("invalid", "invalid-topics", "topics must have 1 to 50 topics, each a text of 1 to 64 characters.");
export const tooManyAlerts = (max: number) =>
  new AppError("invalid", "invalid-topics", `Send at most ${max} pairs of product and topic in one call.`);
export const notWatchable = () =>
  new AppError("invalid", "invalid-topics", `For a saved item, each topic must be ${ANY_WATCHABLE_TOPIC}.`);
export const noAddressToWatch = () =>
  new AppError(
    "invalid",
    "missing-address",
    "This shopper has no email address. Ask the shopper for one and send it as mediumvalue to subscriptions/create.",
  );
export const tooManyRequests = (max: number) =>
  new AppError(
    "invalid",
    "limit-reached",
    `A shopper can have at most ${max} sign-ups that are not confirmed. Confirm some with the links in the mails, or remove some with subscriptions/remove; the others expire after four days.`,
  );
export const tooManyConfirmations = () =>
  new AppError(
    "too-many",
    "too-many-confirmations",
    "This store has sent as many confirmations as it may today. Try again tomorrow.",
    { retryAfterSeconds: 86_400 },
  );
export const nothingToRemove = () =>
  new AppError(
    "invalid",
    "missing-epi",
    "epi and empi are missing. Send epi for one variant, or empi for all variants of a product.",
  );
export const unknownPerson = () =>
  new AppError(
    "not-found",
    "unknown-person",
    "This store does not know this person. Search for the address with people.",
  );
export const nothingToConfirm = () =>
  new AppError(
    "not-found",
    "nothing-to-confirm",
    "No sign-up of this person waits for a confirmation. Unconfirmed sign-ups are deleted after four days.",
  );
