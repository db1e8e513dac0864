import type { StoreTx } from "../../../platform/db/db.ts";
import { deleteConnector } from "./sql.ts";

/** Forgets a connector that does not run any more. Returns whether there was one. */
export const removeConnector = (tx: StoreTx, name: string): Promise<boolean> => deleteConnector(tx, name);
