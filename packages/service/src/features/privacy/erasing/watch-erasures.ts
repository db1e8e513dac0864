import type { Db } from "../../../platform/db/db.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { countLateErasures } from "./sql.ts";

const LATE_MINUTES = 10;

/** Reports the erasures that do not end, for example because the erasure log cannot be written. */
export const createWatchErasures =
  ({ erasuresLate }: Pick<Metrics, "erasuresLate">) =>
  async (db: Db): Promise<void> =>
    erasuresLate.set(await countLateErasures(db.worker, LATE_MINUTES));
