import type { StoreTx } from "../db/db.ts";
import { type Fragment, fragment } from "../db/fragment.ts";
import { toArray } from "../db/to-array.ts";
import type { Events, Subject } from "./events.ts";

/** Writes an event in the transaction of the change it reports. */
export async function announce<S extends Subject>(tx: StoreTx, subject: S, payload: Events[S]) {
  await tx`insert into outbox (store_id, subject, payload) values (${tx.storeId}, ${subject}, ${JSON.stringify(payload)})`;
  tx.wakeAfterCommit("outbox");
}

/** Writes several events of one subject with one statement. */
export async function announceMany<S extends Subject>(tx: StoreTx, subject: S, payloads: readonly Events[S][]) {
  if (payloads.length === 0) return;
  await tx`
    insert into outbox (store_id, subject, payload)
    select ${tx.storeId}::int, ${subject}::text, payload from unnest(${toArray(payloads.map((payload) => JSON.stringify(payload)))}::jsonb[]) as payload`;
  tx.wakeAfterCommit("outbox");
}

/** SQL for each field of a payload, such as `listId: "list_id::text"`. A new event has every field. */
type PayloadSql<S extends Subject> = { readonly [Field in keyof Events[S]]-?: string };

/** The insert for a statement that announces its own change: `${announceSql(…)} from changed`. With two subjects, `when`
 *  is the condition for the first one. The caller calls `wakeAfterCommit`. */
export function announceSql<S extends Subject>(
  subject: S | { readonly when: string; readonly subject: S; readonly otherwise: S },
  storeId: string,
  payload: PayloadSql<S>,
): Fragment {
  const subjectSql =
    typeof subject === "string"
      ? `'${subject}'`
      : `case when ${subject.when} then '${subject.subject}' else '${subject.otherwise}' end`;
  const fields = Object.entries<string>(payload).map(([field, sql]) => `'${field}', ${sql}`);
  return fragment(
    `insert into outbox (store_id, subject, payload) select ${storeId}, ${subjectSql}, jsonb_build_object(${fields.join(", ")})`,
  );
}
