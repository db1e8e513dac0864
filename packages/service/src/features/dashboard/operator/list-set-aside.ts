import type { HotDb } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import { type ListedParked, listParked, type ParkedFilter } from "../../../platform/outbox/park.ts";
import type { StoreCache } from "../../stores/store-cache.ts";

/** An event that a reader failed on every time, and its store. */
export type SetAsideEvent = ListedParked & { readonly pid: string; readonly storeName: string };

const isTime = (text: string) => text === "-infinity" || !Number.isNaN(Date.parse(text));
const FIRST = ["-infinity", "0", ""] as const;

/** The events that are set aside, the oldest first. */
export async function listSetAside(
  { hot, stores }: { readonly hot: HotDb; readonly stores: StoreCache },
  filter: ParkedFilter,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Rows<SetAsideEvent>> {
  const [at = FIRST[0], id = FIRST[1], reader = FIRST[2]] =
    readCursor(cursor, [isTime, isInteger, () => true]) ?? FIRST;
  const rows = await listParked(hot, filter, { after: [at, id, reader], limit });
  const last = rows.at(-1);
  return {
    rows: await Promise.all(
      rows.map(async (row) => {
        const { pid, name } = await stores.getById(row.storeId);
        return { ...row, pid, storeName: name };
      }),
    ),
    next: last && rows.length === limit ? writeCursor([last.place, last.eventId, last.reader]) : null,
  };
}
