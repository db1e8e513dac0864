import type { StoreTx } from "../../../platform/db/db.ts";
import { deleteTemplate } from "./sql.ts";

/** Returns to the default message. Returns false when the store had no template of its own. */
export const resetTemplate = (tx: StoreTx, topic: string) => deleteTemplate(tx, topic);
