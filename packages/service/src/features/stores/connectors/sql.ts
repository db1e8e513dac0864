import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { CONNECTORS_MAX, type Connector, type ConnectorReport } from "./connector.ts";

/** A reconcile that corrects so many quantities, and so large a part, has found events that were lost. */
const ROUGH_QUANTITIES = 10;
const ROUGH_PART = 100;

const IS_NEWER = "coalesce(excluded.reconcile_finished_at > coalesce(c.reconcile_finished_at, '-infinity'), false)";
const ofNewer = (column: string) => `${column} = case when ${IS_NEWER} then excluded.${column} else c.${column} end`;

/** A clock that runs ahead would make all later reports look old. */
const notAhead = (column: string) => `case when ${column} > now() then now() else ${column} end`;

/** What a report does not say stays, except for the problem. Only a reconcile that is newer counts, and the first one of a connector corrects everything. */
const RECORD_REPORTS: Statement = {
  name: "record-connector-reports",
  text: `with given as materialized (
      select *, exists (select from connectors c where c.store_id = given.store_id and c.name = given.name)
        or (select count(*) from connectors c where c.store_id = given.store_id) < ${CONNECTORS_MAX} as fits
      from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::timestamptz[], $7::int[], $8::timestamptz[],
        $9::timestamptz[], $10::int[], $11::int[], $12::text[])
        with ordinality as given (store_id, name, version, shop, reserves, event_at, lag_ms, started_at, finished_at, checked, corrected, problem, nth)
    ), stored as (
      insert into connectors as c (store_id, name, version, shop, reserves, event_at, lag_ms, reconcile_started_at, reconcile_finished_at,
        checked, corrected, problem, problem_since)
      select store_id, name, version, shop, reserves, ${notAhead("event_at")}, lag_ms, ${notAhead("started_at")}, ${notAhead("finished_at")},
        checked, corrected, problem, case when problem is not null then now() end
      from given where fits order by store_id, name
      on conflict (store_id, name) do update set
        last_at = greatest(c.last_at, excluded.last_at),
        version = coalesce(excluded.version, c.version),
        shop = coalesce(excluded.shop, c.shop),
        reserves = coalesce(excluded.reserves, c.reserves),
        event_at = greatest(c.event_at, excluded.event_at),
        lag_ms = coalesce(excluded.lag_ms, c.lag_ms),
        ${["reconcile_started_at", "reconcile_finished_at", "checked", "corrected"].map(ofNewer).join(",\n        ")},
        rough_reconciles = case when not ${IS_NEWER} then c.rough_reconciles
          when c.reconcile_finished_at is not null and excluded.corrected > greatest(${ROUGH_QUANTITIES}, excluded.checked / ${ROUGH_PART})
          then least(c.rough_reconciles + 1, 1000) else 0 end,
        problem = excluded.problem,
        problem_since = case when excluded.problem is not null then coalesce(c.problem_since, excluded.problem_since) end
    )
    select nth::int, fits from given order by nth`,
};

export type ReportOfStore = { readonly storeId: StoreId; readonly report: ConnectorReport };

/** Returns, for each report, whether it was stored: a store has only so many connectors. Expects each connector once. */
export async function recordReports(runner: Runner, reports: readonly ReportOfStore[]): Promise<boolean[]> {
  const column = <T>(read: (report: ConnectorReport) => T | undefined) =>
    reports.map(({ report }) => read(report) ?? null);
  const rows = await runner.run<{ fits: boolean }>(RECORD_REPORTS, [
    reports.map(({ storeId }) => storeId),
    column(({ name }) => name),
    column(({ version }) => version),
    column(({ shop }) => shop),
    column(({ reserves }) => reserves),
    column(({ event }) => event?.at.toISOString()),
    column(({ event }) => event?.lagMs),
    column(({ reconcile }) => reconcile?.startedAt.toISOString()),
    column(({ reconcile }) => reconcile?.finishedAt.toISOString()),
    column(({ reconcile }) => reconcile?.checked),
    column(({ reconcile }) => reconcile?.corrected),
    column(({ problem }) => problem),
  ]);
  return rows.map(({ fits }) => fits);
}

type ConnectorRow = Omit<Connector, "reconcile"> & {
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly checked: number | null;
  readonly corrected: number | null;
};

const hoursSince = (column: string) => fragment(`floor(extract(epoch from now() - ${column}) / 3600)::int`);

/** All of the store, the first one that reported first. */
export async function selectConnectors(tx: StoreTx): Promise<Connector[]> {
  const rows = await tx<ConnectorRow>`
    select name, version, shop, first_at as "firstAt", last_at as "lastAt", event_at as "eventAt", lag_ms as "lagMs",
      ${hoursSince("last_at")} as "silentHours", ${hoursSince("coalesce(reconcile_finished_at, first_at)")} as "uncomparedHours",
      reconcile_started_at as "startedAt", reconcile_finished_at as "finishedAt", checked, corrected, rough_reconciles as "roughReconciles",
      reserves is true as reserves, problem, problem_since as "problemSince"
    from connectors where store_id = ${tx.storeId} order by first_at, name limit ${CONNECTORS_MAX}`;
  return rows.map(({ startedAt, finishedAt, checked, corrected, ...connector }) => ({
    ...connector,
    reconcile:
      startedAt && finishedAt ? { startedAt, finishedAt, checked: checked ?? 0, corrected: corrected ?? 0 } : null,
  }));
}

export async function findReserving(tx: StoreTx, withinSeconds: number): Promise<boolean> {
  const [row] = await tx<{ reserves: boolean }>`
    select exists (
      select from connectors where store_id = ${tx.storeId} and reserves and last_at > now() - make_interval(secs => ${withinSeconds})
    ) as reserves`;
  return row?.reserves === true;
}

export async function deleteConnector(tx: StoreTx, name: string): Promise<boolean> {
  const gone = await tx<{ done: boolean }>`
    delete from connectors where store_id = ${tx.storeId} and name = ${name} returning true as done`;
  return gone.length === 1;
}
