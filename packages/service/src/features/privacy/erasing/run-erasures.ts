import type { Log } from "../../../platform/log.ts";
import { startLoop } from "../../../platform/loop.ts";
import { LEASE_SECONDS } from "./begin-erasure.ts";
import { continueErasure, type ErasureDeps } from "./continue-erasure.ts";
import { claimErasure, findDueErasures } from "./sql.ts";

const AT_ONCE = 10;
/** Shorter than the lease, so that no second worker takes the erasure over. */
const FOR_MS = 20_000;

/** Continues the erasures that nobody works on: those whose process has died, those that take longer than a call may, and
 *  the second look at each. Returns whether there may be more. */
export async function runDueErasures(deps: ErasureDeps & { readonly problems: Log }): Promise<boolean> {
  const due = await findDueErasures(deps.db.worker, AT_ONCE);
  let done = 0;
  for (const { storeId, id } of due) {
    try {
      if (!(await deps.db.inStore(storeId, (tx) => claimErasure(tx, id, LEASE_SECONDS)))) continue;
      await continueErasure(deps, { storeId, id }, { forMs: FOR_MS });
      done += 1;
    } catch (error) {
      deps.problems.warn({ error, storeId, erasure: id }, "An erasure did not finish: next try in half a minute");
    }
  }
  return done === AT_ONCE;
}

/** A call erases by itself what takes less than five seconds. The worker does the rest, so it need not look often. */
const POLL_FACTOR = 10;

export const startErasures = (
  deps: ErasureDeps & { readonly problems: Log },
  { pollMs }: { readonly pollMs: number },
) =>
  startLoop(() => runDueErasures(deps), {
    pollMs: pollMs * POLL_FACTOR,
    log: deps.problems,
    failure: "Could not read the erasures",
  });
