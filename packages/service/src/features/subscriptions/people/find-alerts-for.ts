import type { StoreTx } from "../../../platform/db/db.ts";
import { type State, stateName } from "../state.ts";
import { type AlertForRow, selectAlertsFor, type Wanted } from "./sql.ts";

export type AlertFor = Omit<AlertForRow, "state"> & { readonly state: State };

/** The alerts that each of these people has, or had, for the variant. `index` is that of the input. */
export async function findAlertsFor(tx: StoreTx, wanted: readonly Wanted[]): Promise<AlertFor[]> {
  if (wanted.length === 0) return [];
  return (await selectAlertsFor(tx, wanted)).map((row) => ({ ...row, state: stateName(row.state) }));
}
