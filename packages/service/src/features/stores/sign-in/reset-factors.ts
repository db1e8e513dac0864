import type { Email } from "../../../platform/text/email.ts";
import { commandActor } from "../access/command-actor.ts";
import { createRecordAccount } from "../members/record-account.ts";
import { deleteFactors } from "./sql.ts";
import { tellOfFactors } from "./tell-of-factors.ts";

/** Gives a person who lost their factors a way back: a login link is enough again, and they add new factors. */
export async function resetFactors(deps: Parameters<typeof tellOfFactors>[1], email: Email) {
  const { db } = deps;
  if ((await deleteFactors(db.hot, email)).length === 0)
    throw new Error(`${email} has never signed in, and has no factors. Check the address.`);
  const event = { what: "factor-changed", details: { change: "all removed", email } } as const;
  await tellOfFactors(createRecordAccount(db), deps)({ email, storeId: null }, event, commandActor());
}
