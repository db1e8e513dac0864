import type { Db } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import { commandActor } from "../access/command-actor.ts";
import { createRecordAccount } from "../members/record-account.ts";
import { deleteFactors } from "./sql.ts";

/** Gives a person who lost their factors a way back: a login link is enough again, and they add new factors. */
export async function resetFactors({ db }: { readonly db: Db }, email: Email) {
  if ((await deleteFactors(db.hot, email)).length === 0)
    throw new Error(`${email} has never signed in, and has no factors. Check the address.`);
  const event = { what: "factor-changed", details: { change: "all removed", email } } as const;
  await createRecordAccount(db)({ email, storeId: null }, event, commandActor());
}
