import type { StoreTx } from "../../../platform/db/db.ts";
import { unknownVersion } from "./errors.ts";
import type { MessagePlace } from "./message-place.ts";
import { findVersion } from "./sql.ts";

export async function getVersion(tx: StoreTx, place: MessagePlace, version: number) {
  const found = await findVersion(tx, place, version);
  if (!found) throw unknownVersion(place.topic, version);
  return found;
}
