import { coalesce } from "../../platform/coalesce.ts";
import type { HotDb } from "../../platform/db.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { type Lid, type Sighting, sightings } from "./sql.ts";

/** Which of a page's products are saved, and where: pages that ask together share one statement. */
export type FindSaved = (sighting: Sighting) => Promise<[id: string, lid: Lid][]>;

export const createFindSaved = (hot: HotDb, metrics: Metrics): FindSaved =>
  coalesce(async (asked) => (await sightings(hot, asked)).map((value) => ({ value })), {
    inFlight: 2,
    max: 16,
    onBatch: (size) => metrics.batches.observe({ verb: "contains" }, size),
  });
