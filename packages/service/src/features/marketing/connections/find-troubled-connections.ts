import type { StoreTx } from "../../../platform/db/db.ts";
import { type Connection, ERASURE_DAYS, ERASURE_WARN_DAYS, WAITING_MAX } from "../connection.ts";
import { BY_MERCHANT } from "./pause-connection.ts";
import { findConnections } from "./sql.ts";

type Named = Pick<Connection, "id" | "tool">;
type Troubled = {
  /** Every request since then has failed. */
  readonly failing: readonly (Named & { readonly since: Date })[];
  /** Keepsake gave up. Those that the merchant paused are no trouble. */
  readonly paused: readonly (Named & { readonly since: Date })[];
  /** So much waits that nothing more is queued. */
  readonly full: readonly Named[];
  /** Erasures that will soon be given up, also those of a connection that the merchant paused. */
  readonly erasing: readonly (Named & {
    readonly since: Date;
    readonly count: number;
    /** When the first of them are given up. */
    readonly dropsAt: Date;
  })[];
};

const DAY_MS = 86_400_000;

export async function findTroubledConnections(tx: StoreTx, now: number): Promise<Troubled> {
  const connections = await findConnections(tx);
  const givenUp = connections.filter(({ pausedBecause }) => pausedBecause !== BY_MERCHANT);
  const working = connections.filter(({ pausedAt }) => pausedAt === null);
  return {
    failing: working.flatMap(({ id, tool, failingSince: since }) => (since ? [{ id, tool, since }] : [])),
    paused: givenUp.flatMap(({ id, tool, pausedAt: since }) => (since ? [{ id, tool, since }] : [])),
    full: connections.filter(({ waiting }) => waiting >= WAITING_MAX).map(({ id, tool }) => ({ id, tool })),
    erasing: connections.flatMap(({ id, tool, erasuresWaiting: count, oldestErasureAt: since }) =>
      since && since.getTime() <= now - ERASURE_WARN_DAYS * DAY_MS
        ? [{ id, tool, since, count, dropsAt: dropTime(since) }]
        : [],
    ),
  };
}

/** Erasures of a day in UTC are given up together. */
const dropTime = (at: Date) => new Date((Math.floor(at.getTime() / DAY_MS) + ERASURE_DAYS) * DAY_MS);
