import { AppError } from "../../platform/errors.ts";

export const unknownVariant = () =>
  new AppError("not-found", "unknown-variant", "Unknown variant. Check the epi, or add it with catalog/upsert.");
