import type { Runner } from "../db/db.ts";

/** A worker that is silent for this long loses its partitions. */
const LEASE_SECONDS = 2;

/** A partition that a worker has. The term changes whenever a worker takes the partition. */
export type Lease = { readonly partition: number; readonly term: number };

const KEEP = {
  name: "keep-outbox-partitions",
  text: `select partitions, terms, share from keep_outbox_partitions($1, make_interval(secs => ${LEASE_SECONDS}))`,
};
/** Renews the lease of this worker. Returns its partitions, and how many it should have. */
export async function keepPartitions(runner: Runner, worker: string): Promise<{ leases: Lease[]; share: number }> {
  const [row] = await runner.run<{ partitions: number[]; terms: number[]; share: number }>(KEEP, [worker]);
  const { partitions = [], terms = [], share = 0 } = row ?? {};
  return { leases: partitions.map((partition, index) => ({ partition, term: terms[index] ?? 0 })), share };
}

const RELEASE = {
  name: "release-outbox-partitions",
  text: "update outbox_partitions set worker = null where worker = $1 and partition = any($2::int[])",
};
export const releasePartitions = (runner: Runner, worker: string, partitions: readonly number[]) =>
  runner.run(RELEASE, [worker, partitions]);

const LEAVE = { name: "leave-outbox", text: "delete from outbox_workers where id = $1" };
/** The other workers take the partitions of this one at once. */
export const leaveOutbox = (runner: Runner, worker: string) => runner.run(LEAVE, [worker]);
