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
export const invalidTopics = () =>
  new AppError(
    "invalid",
    "invalid-topics",
    "topics must have 1 to 10 topics, each of 1 to 64 letters, digits, dots, colons, dashes or underscores.",
  );
export const notWatchable = () =>
  new AppError("invalid", "invalid-topics", `For a saved item, each topic must be ${ANY_WATCHABLE_TOPIC}.`);
export const noAddressToWatch = () =>
  new AppError(
    "invalid",
    "missing-address",
    "This shopper has no email address. Ask the shopper for one and send it as mediumvalue to subscriptions/create.",
  );
export const noConfirmationBySms = () =>
  new AppError(
    "unavailable",
    "unavailable",
    "A sign-up by SMS needs a confirmation by text message, which does not exist yet. Sign up with an email address.",
    { retryAfterSeconds: 1 },
  );
export const nothingToRemove = () =>
  new AppError(
    "invalid",
    "missing-epi",
    "epi and empi are missing. Send epi for one variant, or empi for all variants of a product.",
  );
