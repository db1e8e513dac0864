import type { StoreTx } from "../../../platform/db/db.ts";
import { countOwners } from "./sql.ts";

/** Whether nobody could let the only owner in again who lost their mailbox. A store without members has no owner to lose. */
export const hasOneOwner = async (tx: StoreTx): Promise<boolean> => (await countOwners(tx)) === 1;
