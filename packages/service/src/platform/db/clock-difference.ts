import type { Clock } from "../clock.ts";
import type { Db } from "./db.ts";

/** How many milliseconds this machine's clock is ahead of the database's, and how exactly that is known. */
export async function measureClockDifference(db: Db, clock: Clock): Promise<{ aheadMs: number; errorMs: number }> {
  const [from, begun] = [clock(), performance.now()];
  const [row] = await db.worker<{
    ms: string;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`;
  const errorMs = (performance.now() - begun) / 2;
  return { aheadMs: Math.round(from + errorMs - Number(row?.ms)), errorMs: Math.ceil(errorMs) };
}
