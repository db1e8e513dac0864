import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { StoreSettings } from "./settings.ts";
import { selectStoresThatSet } from "./sql.ts";

/** The stores that have this setting, for work that the others do not need. */
export const findStoresThatSet = async <Group extends keyof StoreSettings>(
  db: Db,
  group: Group,
  name: string & keyof NonNullable<StoreSettings[Group]>,
): Promise<readonly StoreId[]> => (await selectStoresThatSet(db.hot, group, name)).map(({ id }) => id);
