import type { HotDb } from "../../../platform/db/db.ts";
import { selectWithSecondFactor } from "./sql.ts";

/** Those of these people who have set up an authenticator app or a passkey. The sign-in of their company does not count: only
 *  the company knows whether it asks for more than a password. */
export const findWithSecondFactor = async (hot: HotDb, emails: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await selectWithSecondFactor(hot, emails)).map(({ email }) => email));
