import { type Static, Type } from "typebox";
import { jsonOrText, paging } from "../../../platform/http/wire.ts";
import type { Page } from "../../../platform/page.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import type { ChangedItems } from "../items/change-items.ts";
import type { SentItem } from "../items/item.ts";
import { type InvalidItem, ITEM_SCHEMAS, readValidItems } from "../items/wire.ts";
import type { ListChanges, PublicListId } from "../list.ts";
import { toPublicListId } from "../to-public-list-id.ts";
import { itemRecords, Lid, listFields, ownerFields, readItemPage, readListChanges } from "../wire.ts";

export const OpenIn = Type.Object({
  ...shopperCredentials,
  lname: Type.Optional(Type.String({ maxLength: 500 })),
  ...listFields,
  ...paging,
});

export const readOpen = (sent: Static<typeof OpenIn>): { page: Page; changes: ListChanges } => ({
  page: readItemPage(sent),
  changes: readListChanges(sent),
});

const OptionalLid = Type.Optional({ ...Lid, description: "Without it, the shopper's save-for-later list" });
const readLid = (lid: string | undefined) => (lid ? toPublicListId(lid) : undefined);

export const FetchIn = Type.Object({ ...shopperCredentials, lid: OptionalLid, ...paging });
export const readFetch = (sent: Static<typeof FetchIn>): { page: Page; publicId: PublicListId | undefined } => ({
  page: readItemPage(sent),
  publicId: readLid(sent.lid),
});

export const ChangeIn = Type.Object({
  ...shopperCredentials,
  lid: OptionalLid,
  items: jsonOrText(ITEM_SCHEMAS.add, "Items"),
});

export type Change = "add" | "update" | "remove";

export function readChange(
  { lid, items }: Static<typeof ChangeIn>,
  change: Change,
  settings: StoreSettings,
): { publicId: PublicListId | undefined; valid: SentItem[]; invalid: InvalidItem[] } {
  return { publicId: readLid(lid), ...readValidItems("items", items, change, settings) };
}

/** The calls that change items: the end of the path, the change, and the key of the answer. */
export const CHANGES = [
  { path: "add", change: "add", key: "itemsadded" },
  { path: "update", change: "update", key: "itemsupdated" },
  { path: "remove", change: "remove", key: "itemsdeleted" },
  { path: "moved-to-cart", change: "remove", key: "itemsmoved" },
] as const;

/** The changed items under `key`, and the items that were invalid or are not on the list. */
export function changeRecord(
  key: string,
  shopper: Shopper,
  { publicId, added, updated, removed }: ChangedItems,
  { valid, invalid }: { readonly valid: readonly SentItem[]; readonly invalid: readonly InvalidItem[] },
): string {
  const entries = added ?? updated ?? removed ?? [];
  const missing = valid
    .filter((item) => !entries.some(({ variant }) => variant.platformId === item.platformId))
    .map(({ platformId }) => ({ epi: platformId, msg: "This item is not on the list." }));
  return `{"${key}":${itemRecords(ownerFields(shopper), publicId, entries)},"itemsfailed":${JSON.stringify([...invalid, ...missing])}}`;
}
