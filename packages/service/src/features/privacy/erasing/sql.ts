import type { Sql, StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { ErasureId } from "../../../platform/ids.ts";
import { type Counts, ERASURE_STATES, type ErasureKey } from "./erasure.ts";

const ERASING = literal(ERASURE_STATES.erasing);
const ERASED = literal(ERASURE_STATES.erased);
const DONE = literal(ERASURE_STATES.done);

type NewErasure = {
  /** Given for an erasure that the erasure log knows of. */
  readonly id: ErasureId | undefined;
  readonly sealedPerson: Buffer;
  readonly leaseSeconds: number;
  readonly isLogged: boolean;
};

export async function insertErasure(
  tx: StoreTx,
  { id, sealedPerson, leaseSeconds, isLogged }: NewErasure,
): Promise<ErasureId> {
  const [row] = await tx<{ id: ErasureId }>`
    insert into erasures (id, store_id, due_at, sealed_person, logged_at)
    values (coalesce(${id ?? null}::bigint, new_id(${tx.storeId})), ${tx.storeId}, now() + make_interval(secs => ${leaseSeconds}),
      ${sealedPerson}, case when ${isLogged} then now() end)
    returning id`;
  if (!row) throw new Error("The erasure was not stored");
  return row.id;
}

export type ErasureRow = {
  readonly requestedAt: Date;
  readonly erasedAt: Date | null;
  readonly state: number;
  readonly isLogged: boolean;
  readonly sealedPerson: Buffer | null;
  readonly counts: Counts;
};

export async function findErasure(tx: StoreTx, id: ErasureId): Promise<ErasureRow | undefined> {
  const [row] = await tx<ErasureRow>`
    select requested_at as "requestedAt", erased_at as "erasedAt", state, logged_at is not null as "isLogged", sealed_person as "sealedPerson", counts
    from erasures where store_id = ${tx.storeId} and id = ${id}`;
  return row;
}

/** The newest erasures that still delete rows. */
export const findErasing = (tx: StoreTx, limit: number) => tx<{ id: ErasureId }>`
  select id from erasures where store_id = ${tx.storeId} and state = ${ERASING} order by id desc limit ${limit}`;

/** Erasures that nobody works on. */
export const findDueErasures = (sql: Sql, limit: number) => sql<ErasureKey>`
  select store_id as "storeId", id from erasures where state < ${DONE} and due_at <= now() order by due_at limit ${limit}`;

/** How many have not ended so many minutes after they were asked for. */
export async function countLateErasures(sql: Sql, minutes: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from erasures
    where state < ${DONE} and requested_at < now() - make_interval(mins => ${minutes})`;
  return row?.count ?? 0;
}

/** Returns false when another process has taken it. */
export async function claimErasure(tx: StoreTx, id: ErasureId, leaseSeconds: number): Promise<boolean> {
  const claimed = await tx<{ id: ErasureId }>`
    update erasures set due_at = now() + make_interval(secs => ${leaseSeconds})
    where store_id = ${tx.storeId} and id = ${id} and state < ${DONE} and due_at <= now() returning id`;
  return claimed.length === 1;
}

export const markLogged = (tx: StoreTx, id: ErasureId) => tx`
  update erasures set logged_at = now() where store_id = ${tx.storeId} and id = ${id}`;

/** Lets a worker continue it at once. */
export const releaseErasure = (tx: StoreTx, id: ErasureId, counts: Counts) => tx`
  update erasures set due_at = now(), counts = ${JSON.stringify(counts)} where store_id = ${tx.storeId} and id = ${id}`;

/** Returns false when it was marked before. */
export async function markErased(
  tx: StoreTx,
  id: ErasureId,
  { counts, againInSeconds }: { readonly counts: Counts; readonly againInSeconds: number },
): Promise<boolean> {
  const marked = await tx<{ id: ErasureId }>`
    update erasures set state = ${ERASED}, erased_at = now(), counts = ${JSON.stringify(counts)},
      due_at = now() + make_interval(secs => ${againInSeconds})
    where store_id = ${tx.storeId} and id = ${id} and state = ${ERASING} returning id`;
  return marked.length === 1;
}

/** Forgets the person, too. */
export const markDone = (tx: StoreTx, id: ErasureId) => tx`
  update erasures set state = ${DONE}, sealed_person = null where store_id = ${tx.storeId} and id = ${id}`;
