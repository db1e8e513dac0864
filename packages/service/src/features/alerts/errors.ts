import { AppError } from "../../platform/errors.ts";

export const unknownPlan = () =>
  new AppError("not-found", "unknown-plan", "There is no such plan. List them by alerts/plans.");
export const unknownVariant = () =>
  new AppError(
    "not-found",
    "unknown-variant",
    "Nobody has named this variant yet: check the epi, or send it by catalog/upsert.",
  );
export const badHookToken = () =>
  new AppError(
    "unauthorised",
    "invalid-hook-token",
    "The secret in this address is wrong. `keepsake sender hooks` prints the right one.",
  );
export const nobodyWaits = () =>
  new AppError("not-found", "nobody-waits", "Nobody waits for this variant under this topic.");
export const neverSignedUp = () =>
  new AppError(
    "not-found",
    "unknown-subscription",
    "This address never signed up for this variant and topic: check epi, topic and mediumvalue.",
  );
