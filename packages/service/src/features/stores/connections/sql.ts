import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";

export const ORIGINS_MAX = 50;

export type SightingKind = "script" | "origin" | "save" | "stock" | "catalogue" | "orders";
export type Sighting = {
  readonly storeId: StoreId;
  readonly kind: SightingKind;
  readonly origin: string;
  /** The API key that sent the report. */
  readonly keyName: string | null;
};

/** New origins take the place of those that were seen longest ago. */
const RECORD_SIGHTINGS: Statement = {
  name: "record-sightings",
  text: `with given as materialized (
      select distinct on (store_id, kind, origin) store_id, kind, origin, key_name
      from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as given (store_id, kind, origin, key_name)
      order by store_id, kind, origin
    ), fresh as (
      select g.store_id, count(*)::int as origins from given g
      where g.kind = 'origin' and not exists (
        select from sightings s where s.store_id = g.store_id and s.kind = 'origin' and s.origin = g.origin)
      group by g.store_id
    ), replaced as (
      delete from sightings s using (
        select f.store_id, old.origin from fresh f cross join lateral (
          select o.origin from sightings o where o.store_id = f.store_id and o.kind = 'origin'
          order by o.last_at desc, o.origin offset greatest(${ORIGINS_MAX} - f.origins, 0)
        ) as old
      ) as old
      where s.store_id = old.store_id and s.kind = 'origin' and s.origin = old.origin and not exists (
        select from given g where g.store_id = s.store_id and g.kind = 'origin' and g.origin = s.origin)
    )
    insert into sightings as s (store_id, kind, origin, key_name)
    select store_id, kind, origin, key_name from given order by 1, 2, 3
    on conflict (store_id, kind, origin) do update
      set last_at = greatest(s.last_at, excluded.last_at), key_name = excluded.key_name`,
};

export const recordSightings = (runner: Runner, sightings: readonly Sighting[]) =>
  runner.run(RECORD_SIGHTINGS, [
    sightings.map(({ storeId }) => storeId),
    sightings.map(({ kind }) => kind),
    sightings.map(({ origin }) => origin),
    sightings.map(({ keyName }) => keyName),
  ]);

export type SightingRow = {
  readonly kind: SightingKind;
  readonly origin: string;
  readonly keyName: string | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
};

/** All of the store, the newest first. Processes that write at the same moment may leave an origin too many. */
export const selectSightings = (tx: StoreTx) => tx<SightingRow>`
  select kind, origin, key_name as "keyName", first_at as "firstAt", last_at as "lastAt" from sightings
  where store_id = ${tx.storeId} order by last_at desc, kind, origin limit 200`;
