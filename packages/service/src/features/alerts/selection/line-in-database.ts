import type { StoreTx } from "../../../platform/db/db.ts";
import type { LineAccess } from "./line-access.ts";
import { cutChunks, findNewcomers, findReturned, insertPeople } from "./sql.ts";

/** The line as it is now, in the database. */
export const lineOf = (tx: StoreTx): LineAccess => ({
  cut: (plan, range, allowed, turn) => cutChunks(tx, plan, range, allowed, turn),
  findNewcomers: (plan, limit) => findNewcomers(tx, plan, limit),
  findReturned: (plan, limit) => findReturned(tx, plan, limit),
  choose: async (plan, people, chunk) => void (await insertPeople(tx, plan, people, chunk)),
});
