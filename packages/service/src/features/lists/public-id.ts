import { unknownList } from "./errors.ts";
import type { PublicListId } from "./list.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A text that cannot be a list id is refused like the id of an unknown list. */
export function toPublicListId(text: string): PublicListId {
  if (!UUID.test(text)) throw unknownList();
  return text.toLowerCase();
}
