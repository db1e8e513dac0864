import { unknownList } from "./errors.ts";
import type { PublicListId } from "./list.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Throws the error of an unknown list when the text is not a list id. */
export function toPublicListId(text: string): PublicListId {
  if (!UUID.test(text)) throw unknownList();
  return text.toLowerCase();
}
