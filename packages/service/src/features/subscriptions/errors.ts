import { AppError } from "../../platform/errors.ts";

export const invalidMedium = () => new AppError("invalid", "invalid-medium", "medium is email or sms.");
export const invalidPhone = () =>
  new AppError(
    "invalid",
    "invalid-phone",
    "mediumvalue is a phone number with its country: + and 7 to 15 digits. In a form, + is written %2B.",
  );
export const invalidProducts = (why: string) => new AppError("invalid", "invalid-products", why);
export const invalidTopics = () =>
  new AppError(
    "invalid",
    "invalid-topics",
    "topics holds 1 to 10 topics, each of 1 to 64 letters, digits, dots, colons, dashes or underscores.",
  );
export const notWatchable = () =>
  new AppError("invalid", "invalid-topics", "A saved item is watched for pricedrop, lowstock or both.");
export const noAddressToWatch = () =>
  new AppError(
    "invalid",
    "missing-address",
    "This shopper has no email here: ask for one and send it as mediumvalue to subscriptions/create.",
  );
export const nothingNamed = () =>
  new AppError("invalid", "missing-epi", "Name what to remove: epi for one variant, or empi for all of a product.");
