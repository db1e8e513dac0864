import type { HotDb } from "../../../platform/db/db.ts";
import type { FoundSession } from "./read-session.ts";
import { markSecondFactor } from "./sql.ts";

/** Notes that the person has given a code. A session that began with a login link stays, and is whole from now on. */
export async function completeSession(hot: HotDb, { session }: FoundSession) {
  await markSecondFactor(hot, session.id);
  session.secondFactorAt = new Date();
}
