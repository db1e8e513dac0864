import type { StoreTx } from "../../../platform/db/db.ts";
import type { Counts } from "./counts.ts";

export type Progress = {
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly rowsRead: number;
  readonly counts: Counts;
};

/** How far the import is. Begins it, if nobody has. */
export async function openProgress(tx: StoreTx, inputHash: Buffer, kind: string): Promise<Progress> {
  await tx`
    insert into imports (store_id, input_hash, kind) values (${tx.storeId}, ${inputHash}, ${kind}) on conflict do nothing`;
  return lockProgress(tx, inputHash);
}

/** Two processes that import the same file wait for each other here. */
export async function lockProgress(tx: StoreTx, inputHash: Buffer): Promise<Progress> {
  const [row] = await tx<Progress>`
    select started_at as "startedAt", finished_at as "finishedAt", rows_read::float8 as "rowsRead", counts from imports
    where store_id = ${tx.storeId} and input_hash = ${inputHash} for update`;
  if (!row) throw new Error("The import of this file is not recorded");
  return row;
}

export async function restartProgress(tx: StoreTx, inputHash: Buffer): Promise<Progress> {
  await tx`
    update imports set started_at = clock_timestamp(), finished_at = null, rows_read = 0, counts = '{}'
    where store_id = ${tx.storeId} and input_hash = ${inputHash}`;
  return lockProgress(tx, inputHash);
}

export const saveProgress = (
  tx: StoreTx,
  inputHash: Buffer,
  { rowsRead, counts }: { readonly rowsRead: number; readonly counts: Counts },
) => tx`
  update imports set rows_read = ${rowsRead}, counts = ${JSON.stringify(counts)}
  where store_id = ${tx.storeId} and input_hash = ${inputHash}`;

export const finishProgress = (tx: StoreTx, inputHash: Buffer) => tx<{ finishedAt: Date }>`
  update imports set finished_at = coalesce(finished_at, clock_timestamp())
  where store_id = ${tx.storeId} and input_hash = ${inputHash} returning finished_at as "finishedAt"`;

export async function findFinished(tx: StoreTx, kind: string): Promise<boolean> {
  const [row] = await tx<{ isThere: boolean }>`
    select exists (select from imports where store_id = ${tx.storeId} and kind = ${kind} and finished_at is not null) as "isThere"`;
  return row?.isThere === true;
}
