import type { StoreTx } from "../../../platform/db/db.ts";
import { unknownVersion } from "./errors.ts";
import { findVersion } from "./sql.ts";

export async function getVersion(tx: StoreTx, topic: string, version: number) {
  const found = await findVersion(tx, topic, version);
  if (!found) throw unknownVersion(topic, version);
  return found;
}
