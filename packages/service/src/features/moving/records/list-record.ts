import { SAVE_FOR_LATER, WISHLIST } from "../../lists/list.ts";
import type { MovedList } from "../../lists/moving/moved-list.ts";
import type { MovedOwner } from "../../shoppers/moving/moved-owner.ts";
import { listRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { Refused } from "../refused.ts";
import type { Fields } from "./fields.ts";
import { getOwner } from "./owner.ts";

export const LIST_FIELDS = [
  "list",
  "email",
  "uuid",
  "regid",
  "name",
  "type",
  "note",
  "properties",
  "description",
  "shown",
  "status",
  "isPublic",
  "shares",
  "createdAt",
  "updatedAt",
  "leadsTo",
] as const;

const NAME_MAX = 50;
const OWN_DATA_MAX = 16_384;
const DEFAULT_NAME = "My Wishlist";

export type ListRow = { readonly list: MovedList; readonly owner: MovedOwner; readonly isNameCut: boolean };

export function readList(store: Store, fields: Fields): ListRow {
  const createdAt = fields.time("createdAt");
  const owner = getOwner(store, fields, createdAt);
  const written = fields.text("name", 500)?.trim() || DEFAULT_NAME;
  const letters = Array.from(written);
  const type = fields.text("type", 40) ?? WISHLIST;
  if (type !== WISHLIST && type !== SAVE_FOR_LATER && !listRules(store.settings).types.includes(type))
    throw new Refused("unknown-type", "type");
  const extras = {
    properties: fields.object("properties", OWN_DATA_MAX),
    description: fields.object("description", OWN_DATA_MAX),
  };
  const shown = readShown(fields);
  const kept = {
    ...(extras.properties === null ? {} : { properties: extras.properties }),
    ...(extras.description === null ? {} : { description: extras.description }),
    ...(shown === null ? {} : { shown }),
  };
  const list: MovedList = {
    formerId: fields.text("list", 200) ?? listOf(owner, written),
    name: letters.length > NAME_MAX ? letters.slice(0, NAME_MAX).join("").trim() : written,
    type,
    note: fields.text("note", 500),
    extras: Object.keys(kept).length > 0 ? JSON.stringify(kept) : null,
    status: fields.whole("status", 0, 1) ?? 1,
    isPublic: fields.yesOrNo("isPublic") ?? false,
    shares: fields.whole("shares", 0, 2_000_000_000) ?? 0,
    createdAt,
    updatedAt: fields.time("updatedAt"),
    leadsTo: fields.text("leadsTo", 200),
  };
  return { list, owner, isNameCut: letters.length > NAME_MAX };
}

/** Some services know no ids of lists: there, a list is the owner's list of that name. */
export const listOf = ({ regid }: MovedOwner, name: string) => `of ${regid}: ${name}`;
export const nameOf = (fields: Fields, field: string) => fields.text(field, 500)?.trim() || DEFAULT_NAME;

/** What the owner shows while the list is public. */
function readShown(fields: Fields) {
  const text = fields.object("shown", 500);
  if (text === null) return null;
  const { firstName, properties } = JSON.parse(text) as { firstName?: unknown; properties?: unknown };
  if (firstName !== undefined && (typeof firstName !== "string" || firstName.length > 200))
    throw new Refused("invalid-value", "shown");
  return {
    ...(typeof firstName === "string" ? { firstName } : {}),
    ...(typeof properties === "boolean" ? { properties } : {}),
  };
}
