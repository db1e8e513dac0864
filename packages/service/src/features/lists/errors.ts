import { AppError } from "../../platform/errors.ts";

/** The same for a list that is not there and for somebody else's private one. */
export const unknownList = () => new AppError("not-found", "unknown-list", "There is no such list for this shopper.");
export const unknownItem = () => new AppError("not-found", "unknown-item", "This item is not on the list.");
export const nameTaken = () =>
  new AppError("invalid", "name-taken", "This shopper has a list of that name and another type. Choose another name.");
export const invalidName = () => new AppError("invalid", "invalid-lname", "lname has 3 to 50 characters.");
export const invalidType = (type: string) =>
  new AppError(
    "invalid",
    "invalid-lty",
    `This store has no list type ${type}. Configure it with \`keepsake store set --list-types\`.`,
  );
export const limitReached = (what: string) =>
  new AppError("invalid", "limit-reached", `${what}. Remove something first.`);
export const nothingToDo = () =>
  new AppError("invalid", "invalid-items", "Send a, u or d: arrays of items, 100 at most in all.");
export const invalidItem = (why: string) => new AppError("invalid", "invalid-items", why);
export const customItemsDisabled = () =>
  new AppError(
    "forbidden",
    "custom-items-disabled",
    "Custom items are not enabled for this store. Enable them with `keepsake store set --custom-items on`.",
  );
