import type { StoreTx } from "../../../platform/db/db.ts";
import { hasSuppression } from "./sql.ts";

export const isSuppressed = (tx: StoreTx, addressHash: string) => hasSuppression(tx, addressHash);
