import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { StoreSettings } from "./settings.ts";

/** Merges the groups of settings field by field: `||` alone would reset every field of a group that is not given. */
export const mergeSettings = (tx: SystemTx, storeId: StoreId, changes: Partial<StoreSettings>) => tx<{
  settings: StoreSettings;
}>`
  update stores set settings = jsonb_strip_nulls(settings || change || coalesce((
      select jsonb_object_agg(name, coalesce(settings -> name, '{}') || (change -> name))
      from unnest(array['limits', 'shop', 'lists', 'stock', 'alerts', 'sessions']) as name where jsonb_typeof(change -> name) = 'object'
    ), '{}'))
  from (select ${JSON.stringify(changes)}::jsonb as change) as given
  where id = ${storeId} returning settings`;
