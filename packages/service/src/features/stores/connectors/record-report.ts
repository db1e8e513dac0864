import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { tooManyConnectors } from "../errors.ts";
import { CONNECTORS_MAX } from "./connector.ts";
import { type ReportOfStore, recordReports } from "./sql.ts";

/** Stores what a connector says about itself. */
export type RecordConnectorReport = (report: ReportOfStore) => Promise<void>;

const IN_A_STATEMENT_MAX = 100;

/** A connector may report every few seconds, and there are many stores: reports that arrive together share one statement. */
export const createRecordConnectorReport = (hot: HotDb): RecordConnectorReport =>
  coalesce(
    async (reports: readonly ReportOfStore[]) => {
      const stored = await recordReports(hot, reports);
      return stored.map((isStored) => (isStored ? { value: undefined } : { error: tooManyConnectors(CONNECTORS_MAX) }));
    },
    { inFlight: 1, max: IN_A_STATEMENT_MAX, separateBy: ({ storeId, report }) => `${storeId} ${report.name}` },
  );
