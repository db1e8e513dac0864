import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { selectEmails } from "./sql.ts";

/** The email addresses of these shoppers. A guest, or somebody who was erased, is not in it. */
export async function findEmails(tx: StoreTx, ids: readonly ShopperId[]): Promise<ReadonlyMap<ShopperId, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await selectEmails(tx, ids)).map(({ shopperId, email }) => [shopperId, email]));
}
