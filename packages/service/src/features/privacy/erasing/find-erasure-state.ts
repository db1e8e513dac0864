import type { StoreTx } from "../../../platform/db/db.ts";
import { findStateName } from "../../../platform/db/state-name.ts";
import type { ErasureId } from "../../../platform/ids.ts";
import { ERASURE_STATES } from "./erasure.ts";
import { findErasure } from "./sql.ts";

/** Undefined when this database has no such erasure. */
export async function findErasureState(tx: StoreTx, id: ErasureId): Promise<keyof typeof ERASURE_STATES | undefined> {
  const row = await findErasure(tx, id);
  return row && findStateName(ERASURE_STATES, row.state);
}
