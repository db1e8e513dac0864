import type { Db } from "../db/db.ts";

/** Batches are at least this long apart, however often a wake-up comes. */
const APART_MS = 40;
const EVENTS_MAX = 5_000;
/** After an hour without workers there may be millions of events to put into batches. */
const BACKLOG_MS = 600_000;

const TICK = {
  name: "tick-outbox",
  text: "select newest::text, made from tick_outbox(make_interval(secs => $1 / 1000.0), $2)",
};
type Row = { readonly newest: string | null; readonly made: boolean };

/** Makes batches of the events that were committed since the last ones. Any process may call it at any time. Returns the
 *  newest batch and whether this call made it, or undefined while another process makes batches. */
export async function tick(
  db: Pick<Db, "worker" | "asWorker">,
  { apartMs = APART_MS, eventsMax = EVENTS_MAX, hasTimedOut = false } = {},
) {
  const values = [apartMs, eventsMax];
  const [row] = hasTimedOut
    ? await db.asWorker((tx) => tx.run<Row>(TICK, values), { timeoutMs: BACKLOG_MS })
    : await db.worker.run<Row>(TICK, values);
  return row?.newest ? { newest: BigInt(row.newest), made: row.made } : undefined;
}
