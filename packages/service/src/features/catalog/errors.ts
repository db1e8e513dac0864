import { AppError } from "../../platform/errors.ts";

/** `known`: the names of the store's markets. */
export const unknownMarket = (name: string, known: readonly string[]) =>
  new AppError(
    "invalid",
    "unknown-market",
    known.length === 0
      ? `The store has no market ${name}, because its settings name no markets. Add it to the setting markets.`
      : `The store has no market ${name}. Its markets are ${known.join(", ")}.`,
  );

export const unknownVariant = () =>
  new AppError("not-found", "unknown-variant", "Unknown variant. Check the epi, or add it with catalog/upsert.");
