import type { StoreTx } from "../../../../platform/db/db.ts";
import { findStateName } from "../../../../platform/db/state-name.ts";
import { isInteger, readCursor, writeCursor } from "../../../../platform/http/cursor.ts";
import type { Rows } from "../../../../platform/http/send-rows.ts";
import { DELIVERY_STATES } from "../endpoint.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import type { Delivery, DeliveryFilter } from "./delivery.ts";
import { findNewest, findWaiting } from "./sql.ts";

/** The log: the newest delivery first or, of those that wait, the one that is sent next. */
export async function fetchDeliveries(
  tx: StoreTx,
  filter: DeliveryFilter,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Rows<Delivery>> {
  if (filter.endpointId !== null) await getEndpoint(tx, filter.endpointId);
  if (filter.state === "waiting") {
    const [micros, id] = readCursor(cursor, [isInteger, isInteger]) ?? [];
    const after = micros !== undefined && id !== undefined ? { micros, id } : null;
    const rows = await findWaiting(tx, filter, { after, limit });
    return pageOf(rows, limit, (last) => [last.micros, last.id]);
  }
  const [before = null] = readCursor(cursor, [isInteger]) ?? [];
  const rows = await findNewest(tx, { ...filter, state: filter.state }, { before, limit });
  return pageOf(rows, limit, (last) => [last.id]);
}

type Row = Omit<Delivery, "state"> & { readonly stateNumber: number };

function pageOf<R extends Row>(rows: readonly R[], limit: number, cursorOf: (last: R) => string[]): Rows<Delivery> {
  const last = rows.at(-1);
  return {
    rows: rows.map(({ stateNumber, ...row }) => ({
      ...row,
      state: findStateName(DELIVERY_STATES, stateNumber) ?? "waiting",
    })),
    next: last && rows.length === limit ? writeCursor(cursorOf(last)) : null,
  };
}
