import type { Shop } from "../../hosted/src/installations.ts";

/** The numbers of the locations whose stock the online shop sells. */
export type SellingLocations = "all" | readonly string[];

const LOCATIONS_MAX = 100;
/** The default location, which every shop has. Only BigCommerce's support has a shop sell from more. */
const STANDARD: SellingLocations = ["1"];

/** Reads what the merchant writes, such as `1 3` or `all`. Nothing means the default location. Undefined if it cannot be read. */
export function readLocations(text: string): SellingLocations | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0) return STANDARD;
  if (words.length === 1 && words[0]?.toLowerCase() === "all") return "all";
  return words.length <= LOCATIONS_MAX && words.every((word) => /^[1-9]\d{0,14}$/.test(word)) ? words : undefined;
}

export const writeLocations = (locations: SellingLocations) => (locations === "all" ? "all" : locations.join(" "));

/** What `readLocations` read when the merchant sent the form. */
export const locationsOf = ({ settings }: Pick<Shop, "settings">) =>
  (settings["locations"] ?? STANDARD) as SellingLocations;
