import type { Metrics } from "../metrics.ts";
import type { Db } from "./db.ts";

/** Tables whose dead rows slow the service down while they cannot be removed. */
const TABLES = ["waiting", "chunks", "plans", "subscriptions", "lists", "items", "sessions", "outbox_positions"];

/** Reports how long the oldest snapshot has been held by any transaction of this database, and how many dead rows there are.
 *  Without the right to see other transactions the age is not reported. */
export const createWatchSnapshots =
  ({ oldestSnapshot, deadRows }: Pick<Metrics, "oldestSnapshot" | "deadRows">) =>
  async (db: Db): Promise<void> => {
    const [held] = await db.worker<{ seconds: number | null; canSee: boolean }>`
      select pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "canSee", (
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
        where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()
      ) as seconds`;
    if (held?.canSee) oldestSnapshot.set(held.seconds ?? 0);
    const dead = await db.worker<{ name: string; rows: number }>`
      select relname as name, n_dead_tup::float8 as rows from pg_stat_user_tables where relname = any(${TABLES}::text[])`;
    for (const { name, rows } of dead) deadRows.set({ table: name }, rows);
  };
