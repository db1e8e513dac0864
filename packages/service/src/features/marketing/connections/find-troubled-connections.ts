import type { StoreTx } from "../../../platform/db/db.ts";
import { type Connection, WAITING_MAX } from "../connection.ts";
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
};

export async function findTroubledConnections(tx: StoreTx): Promise<Troubled> {
  const connections = await findConnections(tx);
  const givenUp = connections.filter(({ pausedBecause }) => pausedBecause !== BY_MERCHANT);
  const working = connections.filter(({ pausedAt }) => pausedAt === null);
  return {
    failing: working.flatMap(({ id, tool, failingSince: since }) => (since ? [{ id, tool, since }] : [])),
    paused: givenUp.flatMap(({ id, tool, pausedAt: since }) => (since ? [{ id, tool, since }] : [])),
    full: connections.filter(({ waiting }) => waiting >= WAITING_MAX).map(({ id, tool }) => ({ id, tool })),
  };
}
