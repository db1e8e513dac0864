import type { Sql } from "../../../../platform/db/db.ts";
import type { NewDelivery } from "./message.ts";
import { announceDeliveries, insertDeliveries } from "./sql.ts";

const ROWS_AT_ONCE = 2_000;
const BYTES_AT_ONCE = 4_000_000;

/** Queues deliveries, in the transaction that decides about them, and gives their endpoints a turn. The caller rings the
 *  bell. `at`: the time of a test. */
export async function queueDeliveries(sql: Sql, deliveries: readonly NewDelivery[], at?: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const some of inPages(deliveries)) ids.push(...(await insertDeliveries(sql, some, at)));
  // Last, because until the transaction ends nobody else can write these rows.
  if (deliveries.length > 0) await announceDeliveries(sql, deliveries, at);
  return ids;
}

function* inPages(deliveries: readonly NewDelivery[]) {
  let page: NewDelivery[] = [];
  let bytes = 0;
  for (const delivery of deliveries) {
    page.push(delivery);
    bytes += delivery.body.length;
    if (page.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield page;
    page = [];
    bytes = 0;
  }
  if (page.length > 0) yield page;
}
