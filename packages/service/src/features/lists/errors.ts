import { AppError } from "../../platform/errors.ts";

/** The same error for a list that does not exist and for another shopper's private list, so that no caller can find out
 *  which lists exist. */
export const unknownList = () =>
  new AppError("not-found", "unknown-list", "Unknown list. Check lid, or fetch the lists again.");
export const unknownItem = () =>
  new AppError("not-found", "unknown-item", "This item is not on the list. Check epi, or fetch the list again.");
export const nameTaken = () =>
  new AppError(
    "invalid",
    "name-taken",
    "This shopper already has a list with that name and another type. Choose another name.",
  );
export const invalidName = () => new AppError("invalid", "invalid-lname", "lname must have 3 to 50 characters.");
export const invalidType = (type: string) =>
  new AppError(
    "invalid",
    "invalid-lty",
    `This store has no list type ${type}. Add it to \`lists.types\` with settings/update, or with \`keepsake store set --list-types\`.`,
  );
export const limitReached = (limit: string) => new AppError("invalid", "limit-reached", `${limit}. Remove some first.`);
export const noChanges = () =>
  new AppError("invalid", "invalid-items", "Send a, u or d: arrays with 1 to 100 items in total.");
export const invalidItem = (problem: string) => new AppError("invalid", "invalid-items", problem);
export const customItemsDisabled = () =>
  new AppError(
    "forbidden",
    "custom-items-disabled",
    "Custom items are not enabled for this store. Set `lists.customItems` with settings/update, or run `keepsake store set --custom-items on`.",
  );
