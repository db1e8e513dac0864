import { AppError } from "../../platform/errors.ts";

export const invalidUuid = () =>
  new AppError(
    "invalid",
    "invalid-uuid",
    "Provide a valid uuid (version 4) for a guest, or useremail for a logged-in shopper.",
  );
/** Existing clients react to exactly this type: they drop their regid and sessionid and register again. */
export const badRegid = () =>
  new AppError(
    "unauthorised",
    "sw-badregid",
    "This regid and sessionid do not belong together or are no longer valid. Ask for new ones.",
  );
export const incompleteCredentials = () =>
  new AppError("invalid", "invalid-request", "Send both regid and sessionid, or neither.");
export const badAssertion = () =>
  new AppError(
    "unauthorised",
    "invalid-assertion",
    "The assertion is not valid: sign {email, exp} with HS256 and the store's identity secret, with exp at most 5 minutes ahead.",
  );
export const guestOfAnother = () =>
  new AppError("forbidden", "guest-of-another-account", "This guest already belongs to another account.");
export const notAGuest = () =>
  new AppError("forbidden", "not-a-guest", "This regid belongs to an account. Only a guest can be merged.");
export const nothingToUndo = () =>
  new AppError(
    "not-found",
    "no-merge-to-undo",
    "There is nothing to undo: this guest was not merged in the last 30 days, or its device has become a new guest since.",
  );
export const missingSession = () =>
  new AppError("invalid", "missing-sessionid", "To bring a guest along, send its sessionid with its uuid.");
export const noShopperGiven = () =>
  new AppError(
    "invalid",
    "missing-regid",
    "Send the sessionid of one session, the regid or useremail of a shopper, or all=1 for every shopper of the store.",
  );
