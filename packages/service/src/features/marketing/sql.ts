import type { Sql } from "../../platform/db/db.ts";

/** Whether a connection is due, in one statement, because idle workers ask it. */
export async function findIsDue(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }>`
    select exists (select from marketing_turns where is_troubled = false and due_at <= now() and due_at < 'infinity')
      or exists (select from marketing_turns where is_troubled = true and due_at <= now() and due_at < 'infinity') as "isDue"`;
  return row?.isDue ?? false;
}
