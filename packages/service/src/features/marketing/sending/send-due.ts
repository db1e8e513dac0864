import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../../platform/errors.ts";
import type { Log } from "../../../platform/log.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { readTestTime, type TestTime } from "../../events/webhooks/time.ts";
import type { NotifyMembers } from "../../stores/members/notify-members.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { giveUpConnection, warnAboutConnection } from "../connections/pause-connection.ts";
import {
  endTurn,
  findDueErasures,
  findDueMessages,
  leaseTurns,
  markUncertain,
  recordErasures,
  recordMessages,
} from "./sql.ts";
import { type TurnDeps, takeTurn } from "./take-turn.ts";
import type { LeasedTurn, TurnResult } from "./turn.ts";

export type SendingDeps = Omit<TurnDeps, "markUncertain"> &
  TestTime & {
    readonly stores: Pick<StoreCache, "getById">;
    readonly notifyMembers: NotifyMembers;
    readonly metrics: Metrics;
    readonly log: Log;
    readonly leaseSeconds?: number | undefined;
  };

/** After this time another worker takes over from one that died. A turn lasts 25 seconds at most, and a minute later what it
 *  sent no longer counts for the windows of the tool: the other worker does not know how much that was. */
const LEASE_SECONDS = 90;
const LEASED_AT_ONCE = 32;
/** Turns at a time in one process. Those of connections that are slow count apart. */
const TURNS_MAX = 32;
const RETRY_MS = 500;
/** After this the turns of a worker that stops are given up. */
const STOP_MS = 8_000;

type Running = { readonly turn: LeasedTurn; readonly done: Promise<void> };

/** Sends what is due, for all tools of all stores. A connection has one turn at a time, so one worker alone keeps to the
 *  windows of a tool. */
export function createSending(deps: SendingDeps, { onTurnEnd }: { onTurnEnd: (dueInMs: number | null) => void }) {
  const { db, stores, metrics, log, leaseSeconds = LEASE_SECONDS } = deps;
  const turnDeps: TurnDeps = {
    ...deps,
    markUncertain: (turn, ids, isUncertain) => markUncertain(db.worker, turn, ids, isUncertain),
  };
  const running = new Set<Running>();
  const stopping = new AbortController();
  const abort = new AbortController();

  /** Leases turns as far as there is room, and starts them. Returns how many. */
  async function startTurns(): Promise<number> {
    return (await startTurnsOf({ isTroubled: false })) + (await startTurnsOf({ isTroubled: true }));
  }

  async function startTurnsOf({ isTroubled }: { isTroubled: boolean }): Promise<number> {
    const alike = [...running].filter(({ turn }) => turn.isTroubled === isTroubled).length;
    const limit = Math.min(TURNS_MAX - alike, LEASED_AT_ONCE);
    if (limit <= 0 || stopping.signal.aborted) return 0;
    const leased = await leaseTurns(db.worker, { at: readTestTime(deps), isTroubled, limit, leaseSeconds });
    for (const turn of leased) start(turn);
    return leased.length;
  }

  function start(turn: LeasedTurn) {
    const done = run(turn)
      .catch((error: unknown) =>
        log.warn({ error, connection: turn.connectionId }, "The turn of a marketing tool failed"),
      )
      .finally(() => running.delete(one));
    const one: Running = { turn, done };
    running.add(one);
  }

  async function run(leased: LeasedTurn) {
    const store = await stores.getById(leased.storeId);
    if (store.isErased || store.isSample) return;
    const at = readTestTime(deps);
    const turn = {
      ...leased,
      erasures: await findDueErasures(db.worker, leased, at),
      messages: await findDueMessages(db.worker, leased, at),
    };
    const result = await takeTurn(turnDeps, store, turn, { stopping: stopping.signal, abort: abort.signal });
    for (const [outcome, count] of Object.entries(result.requests))
      if (count > 0) metrics.marketingRequests.inc({ tool: turn.tool, outcome }, count);
    const ended = await record(result);
    // A turn that was taken away says nothing about the connection any more.
    if (ended && result.giveUpBecause !== undefined) await giveUp(store, result, result.giveUpBecause);
    else if (ended && result.isFailingForADay) await warn(store, result);
    onTurnEnd(ended?.dueInMs ?? null);
  }

  /** Tries again while the database is not available. Returns undefined when the turn was no longer this worker's. */
  async function record(result: TurnResult) {
    // Until the lease has expired. Then another worker sends again what is not recorded.
    const until = performance.now() + leaseSeconds * 500;
    for (;;) {
      try {
        return await db.asWorker(async (tx) => {
          const counts = await recordMessages(tx, result);
          await recordErasures(tx, result);
          return endTurn(tx, result, counts, readTestTime(deps));
        });
      } catch (error) {
        const isRefused = !(error instanceof AppError && error.kind === "unavailable");
        if (isRefused || performance.now() > until) throw error;
        log.warn({ error }, "Could not record the results of a marketing tool: trying again");
        await pause(RETRY_MS);
      }
    }
  }

  async function giveUp(store: Store, { turn: { connectionId, tool } }: TurnResult, because: string) {
    const told = { store, notifyMembers: deps.notifyMembers };
    if (!(await db.inStore(store.id, (tx) => giveUpConnection(tx, told, connectionId, because)))) return;
    log.warn({ connection: connectionId, store: store.id, tool, because }, "Paused a marketing tool");
  }

  async function warn(store: Store, { turn: { connectionId } }: TurnResult) {
    const told = { store, notifyMembers: deps.notifyMembers };
    await db.inStore(store.id, (tx) => warnAboutConnection(tx, told, connectionId));
  }

  return {
    startTurns,
    /** Waits for the turns that have begun. */
    settle: async () => void (await Promise.all([...running].map(({ done }) => done))),
    /** Begins no more requests, and waits a while for the answers to those in flight. The others are sent again. */
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => abort.abort(), STOP_MS);
      while (running.size > 0) await Promise.all([...running].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}
