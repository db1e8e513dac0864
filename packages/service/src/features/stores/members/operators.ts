import type { SystemTx } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import { deleteOperator, insertOperator, selectOperators } from "./sql.ts";

export const addOperator = (tx: SystemTx, email: Email) => insertOperator(tx, email);

export async function removeOperator(tx: SystemTx, email: Email) {
  if ((await deleteOperator(tx, email)).length === 0) throw new Error(`${email} is not an operator.`);
}

export const listOperators = (tx: SystemTx) => selectOperators(tx);
