import type { ReadLines } from "../../../platform/db/lines.ts";
import { selectItems, selectLists } from "./sql.ts";

/** Lists and their items, for an export. Lists that a merge united with others come after those. */
export const readLists = {
  lists: (tx, page) => selectLists(tx, page, { united: false }),
  "united-lists": (tx, page) => selectLists(tx, page, { united: true }),
  items: selectItems,
} satisfies Record<string, ReadLines>;
