import type { Sql } from "../../../platform/db/db.ts";

/** What there is to do now, in one statement: an idle worker asks every two seconds. */
export async function findDueWork(sql: Sql) {
  const [due] = await sql<{ turns: boolean; troubled: boolean; replays: boolean }>`
    select
      exists (select from webhook_turns where is_troubled = false and due_at <= now() and due_at < 'infinity') as turns,
      exists (select from webhook_turns where is_troubled = true and due_at <= now() and due_at < 'infinity') as troubled,
      exists (select from webhook_replays where finished_at is null and due_at <= now()) as replays`;
  return due ?? { turns: false, troubled: false, replays: false };
}
